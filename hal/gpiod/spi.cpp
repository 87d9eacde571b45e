// SPDX-License-Identifier: Apache-2.0
// See spi.hpp. The kernel's own interface: it has no library.
#include "hal/gpiod/spi.hpp"

#include <fcntl.h>
#include <linux/spi/spidev.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "hal/gpiod/chips.hpp"

namespace jipu::gpio {
namespace {

class Port final : public SpiPort {
  public:
    Port(int fd, const SpiSetup& setup) : fd_(fd), hz_(setup.hz) {}
    ~Port() override { ::close(fd_); }
    /// Says what the device refuses, or nothing.
    std::string set_up(const SpiSetup& setup) {
        auto mode = static_cast<std::uint8_t>(setup.mode | (setup.cs_high ? SPI_CS_HIGH : 0));
        std::uint8_t word = 8;
        if (::ioctl(fd_, SPI_IOC_WR_MODE, &mode) != 0) {
            return because("set the SPI mode of " + setup.device, errno).message;
        }
        if (::ioctl(fd_, SPI_IOC_WR_BITS_PER_WORD, &word) != 0 ||
            ::ioctl(fd_, SPI_IOC_WR_MAX_SPEED_HZ, &hz_) != 0) {
            return because("set the speed of " + setup.device, errno).message;
        }
        return {};
    }
    int read(std::span<std::uint8_t> bytes) override {
        ::spi_ioc_transfer transfer{};
        transfer.rx_buf = reinterpret_cast<std::uintptr_t>(bytes.data());
        transfer.len = static_cast<std::uint32_t>(bytes.size());
        transfer.speed_hz = hz_;
        const int got = ::ioctl(fd_, SPI_IOC_MESSAGE(1), &transfer);
        if (got < 0) return errno;
        return got == static_cast<int>(bytes.size()) ? 0 : EIO;
    }

  private:
    int fd_;
    std::uint32_t hz_;
};

class RealPorts final : public SpiPorts {
  public:
    Result<std::unique_ptr<SpiPort>> open(const SpiSetup& setup) override {
        const int fd = ::open(setup.device.c_str(), O_RDWR | O_CLOEXEC);
        if (fd < 0) return because("open " + setup.device, errno);
        auto port = std::make_unique<Port>(fd, setup);
        if (const std::string why = port->set_up(setup); !why.empty()) return Error{why};
        return std::unique_ptr<SpiPort>(std::move(port));
    }
};

} // namespace

std::unique_ptr<SpiPorts> real_spi_ports() {
    return std::make_unique<RealPorts>();
}

} // namespace jipu::gpio
