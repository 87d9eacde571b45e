// SPDX-License-Identifier: Apache-2.0
// Bytes in over spidev: a chain of shift registers is read in one transfer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "rules/base/result.hpp"

namespace jipu::gpio {

/// How a device is talked to. `mode`: 0 to 3, as SPI numbers them.
struct SpiSetup {
    std::string device;
    std::uint32_t hz = 1000000;
    std::uint8_t mode = 0;
    bool cs_high = true;
    friend bool operator==(const SpiSetup&, const SpiSetup&) = default;
};

/// An open device.
class SpiPort {
  public:
    SpiPort() = default;
    SpiPort(const SpiPort&) = delete;
    SpiPort& operator=(const SpiPort&) = delete;
    virtual ~SpiPort() = default;
    /// Fills `bytes` in one transfer, the first bit in the highest place. Returns an errno value.
    virtual int read(std::span<std::uint8_t> bytes) = 0;
};

/// Opens devices; tests have their own.
class SpiPorts {
  public:
    SpiPorts() = default;
    SpiPorts(const SpiPorts&) = delete;
    SpiPorts& operator=(const SpiPorts&) = delete;
    virtual ~SpiPorts() = default;
    virtual Result<std::unique_ptr<SpiPort>> open(const SpiSetup& setup) = 0;
};

/// Those of this machine.
std::unique_ptr<SpiPorts> real_spi_ports();

} // namespace jipu::gpio
