// SPDX-License-Identifier: Apache-2.0
// The lines of a machine for programs under test: a matrix of contacts whose state lies in a file
// that the test changes while the program runs. Linked before the drivers, it takes the place of
// the kernel's lines. The file, named by JIPU_TEST_LINES: rows, columns, a byte each; then for each
// row and column 1 where the contact is closed; then 1 where there is a diode.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "tests/support/gpio/fake_boards.hpp"

namespace jipu::test {
namespace {

class SharedFile {
  public:
    SharedFile() {
        const char* path = std::getenv("JIPU_TEST_LINES");
        const int fd = path == nullptr ? -1 : ::open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0) throw std::runtime_error("JIPU_TEST_LINES names no file");
        const off_t size = ::lseek(fd, 0, SEEK_END);
        void* at = ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_SHARED, fd, 0);
        ::close(fd);
        if (at == MAP_FAILED) throw std::runtime_error("JIPU_TEST_LINES cannot be mapped");
        bytes_ = static_cast<const std::uint8_t*>(at);
    }
    std::size_t rows() const { return bytes_[0]; }
    std::size_t columns() const { return bytes_[1]; }
    const std::uint8_t* closed() const { return bytes_ + 2; }
    const std::uint8_t* diode() const { return closed() + rows() * columns(); }

  private:
    const std::uint8_t* bytes_; // until the program ends
};

class SharedMatrix final : public Electrics {
  public:
    SharedMatrix() : matrix(file_.rows(), file_.columns()) {}
    void driven(const std::vector<Wire>& before, const std::vector<Wire>& now) override {
        look();
        matrix.driven(before, now);
    }
    bool level(const std::vector<Wire>& wires, std::size_t wire) override {
        look();
        return matrix.level(wires, wire);
    }

  private:
    SharedFile file_;

  public:
    FakeMatrix matrix;

  private:
    void look() {
        std::memcpy(matrix.closed.data(), file_.closed(), matrix.closed.size());
        std::memcpy(matrix.diode.data(), file_.diode(), matrix.diode.size());
    }
};

class SharedLines final : public gpio::Lines {
  public:
    SharedLines() : gpio_(electrics_) { electrics_.matrix.wire_up(gpio_, "bench", "bench"); }
    Result<std::unique_ptr<gpio::LineRequest>> request(const std::string& chip,
                                                       std::span<const std::string> lines,
                                                       const gpio::LineSetup& setup) override {
        return gpio_.request(chip, lines, setup);
    }

  private:
    SharedMatrix electrics_;
    FakeGpio gpio_;
};

} // namespace
} // namespace jipu::test

namespace jipu::gpio {

std::unique_ptr<Lines> real_lines() {
    return std::make_unique<test::SharedLines>();
}

} // namespace jipu::gpio
