// SPDX-License-Identifier: Apache-2.0
// Opening a line: what a path leads to, the lock, and the settings that the port must be left in.
#include "hal/serial/line.hpp"

#include <sys/ioctl.h>

#include <fstream>

#include "tests/support/catch.hpp"
#include "tests/support/pty_pair.hpp"

using namespace jipu;
using namespace jipu::serial;
using jipu::test::PtyPair;

TEST_CASE("a pseudo-terminal behind a symbolic link is opened raw, with VMIN 1 and no XON/XOFF") {
    PtyPair pty;
    const auto line = open_line(pty.path(), 9600);
    REQUIRE(line);
    CHECK((*line)->device() == pty.device());
    termios settings{};
    REQUIRE(::tcgetattr(pty.master(), &settings) == 0);
    CHECK(settings.c_cc[VMIN] == 1);
    CHECK(settings.c_cc[VTIME] == 0);
    CHECK((settings.c_iflag & (IXON | IXOFF | ICRNL | INLCR | ISTRIP)) == 0);
    CHECK((settings.c_lflag & (ICANON | ECHO | ISIG)) == 0);
    CHECK((settings.c_oflag & OPOST) == 0);
    CHECK((settings.c_cflag & CSIZE) == CS8);
    CHECK(::cfgetospeed(&settings) == B9600);
}

TEST_CASE("the descriptor that is handed out is a duplicate, closed at exec and non-blocking") {
    PtyPair pty;
    const auto line = open_line(pty.path(), 115200);
    REQUIRE(line);
    auto first = (*line)->duplicate();
    auto second = (*line)->duplicate();
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->get() != second->get());
    CHECK((::fcntl(first->get(), F_GETFD) & FD_CLOEXEC) != 0);
    CHECK((::fcntl(first->get(), F_GETFL) & O_NONBLOCK) != 0);
}

TEST_CASE("a port is opened once at a time, and the second opening names it") {
    PtyPair pty;
    {
        const auto line = open_line(pty.path(), 115200);
        REQUIRE(line);
        const auto second = open_line(pty.path(), 115200);
        CHECK_FALSE(second);
        CHECK(second.error() == pty.device() + " is in use by another program");
        CHECK(open_line(pty.device(), 115200).error() == second.error());
    }
    CHECK(open_line(pty.path(), 115200));
}

TEST_CASE("the refused second opening leaves the settings of the first alone") {
    PtyPair pty;
    const auto line = open_line(pty.path(), 9600);
    REQUIRE(line);
    CHECK_FALSE(open_line(pty.path(), 115200));
    CHECK_FALSE(open_real_line(pty.device(), 115200));
    termios settings{};
    REQUIRE(::tcgetattr(pty.master(), &settings) == 0);
    CHECK(::cfgetospeed(&settings) == B9600);
    CHECK(settings.c_cc[VMIN] == 1);
}

TEST_CASE("what is no serial port is refused with its path and the reason") {
    PtyPair pty;
    pty.unplug();
    CHECK(open_line(pty.path(), 115200).error() ==
          "cannot open " + pty.path() + ": No such file or directory");
    CHECK(open_line("/nowhere/clock", 115200).error() ==
          "cannot open /nowhere/clock: No such file or directory");
    std::ofstream(pty.path()) << "not a port";
    CHECK(open_line(pty.path(), 115200).error() == pty.path() + " is not a serial port");
    CHECK(open_line("/dev/null", 115200).error() == "/dev/null is not a serial port");
    CHECK(open_line("/dev/pts/99999", 115200).error() ==
          "cannot open /dev/pts/99999: No such file or directory");
}

TEST_CASE("a pseudo-terminal whose master is gone is refused, not waited for") {
    PtyPair pty;
    const int held = ::open(pty.device().c_str(), O_RDWR | O_NOCTTY);
    REQUIRE(held >= 0);
    ::close(pty.master());
    const auto line = open_pty_line(pty.device(), 115200);
    CHECK_FALSE(line);
    CHECK(line.error().find(pty.device()) != std::string::npos);
    ::close(held);
    pty.plug_in();
}

TEST_CASE("libserialport's backend refuses a pseudo-terminal at once and leaves nothing open") {
    PtyPair pty;
    const auto before = test::open_descriptors();
    for (int i = 0; i < 50; ++i) {
        const auto line = open_real_line(pty.device(), 115200);
        REQUIRE_FALSE(line);
        REQUIRE(line.error() == "cannot open " + pty.device() +
                                    ": libserialport does not take it for a serial port");
    }
    CHECK(test::open_descriptors() == before);
    CHECK(open_line(pty.path(), 115200));
}
