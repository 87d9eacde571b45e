// SPDX-License-Identifier: Apache-2.0
// A real pseudo-terminal behind a stable path: the device end that the tests play, the path that
// the code under test opens.
#pragma once

#include <fcntl.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace jipu::test {

/// The symbolic link is made in a folder of its own and led to a new pseudo-terminal by plug_in().
class PtyPair {
  public:
    PtyPair() {
        std::string pattern = std::filesystem::temp_directory_path() / "jipu-pty-XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr) fail("mkdtemp");
        folder_ = pattern;
        plug_in();
    }
    PtyPair(const PtyPair&) = delete;
    PtyPair& operator=(const PtyPair&) = delete;
    ~PtyPair() {
        unplug();
        std::error_code ignored; // a folder left in /tmp is no test's failure
        std::filesystem::remove_all(folder_, ignored);
    }

    void plug_in() {
        char name[128] = {};
        int slave = -1;
        if (::openpty(&master_, &slave, name, nullptr, nullptr) != 0) fail("openpty");
        termios settings{};
        ::tcgetattr(slave, &settings);
        ::cfmakeraw(&settings);
        ::tcsetattr(slave, TCSANOW, &settings);
        ::fcntl(master_, F_SETFL, O_NONBLOCK);
        ::close(slave);
        device_ = name;
        std::filesystem::remove(path());
        std::filesystem::create_symlink(device_, path());
    }
    void unplug() {
        if (master_ >= 0) ::close(master_);
        master_ = -1;
        std::filesystem::remove(path());
    }
    std::string path() const { return (folder_ / "clock").string(); }
    const std::string& device() const { return device_; }
    int master() const { return master_; }

    bool send(std::string_view bytes) {
        return ::write(master_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    }
    /// What has come so far; empty when nothing has.
    std::string receive() {
        char buffer[4096];
        const auto count = ::read(master_, buffer, sizeof buffer);
        return count > 0 ? std::string(buffer, static_cast<std::size_t>(count)) : std::string();
    }

  private:
    [[noreturn]] static void fail(const char* what) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    std::filesystem::path folder_;
    std::string device_;
    int master_ = -1;
};

/// How many descriptors this process has open.
inline std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator("/proc/self/fd")) {
        ++count;
    }
    return count;
}

} // namespace jipu::test
