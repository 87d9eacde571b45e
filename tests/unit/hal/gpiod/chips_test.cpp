// SPDX-License-Identifier: Apache-2.0
// How a chip is found by what a wiring calls it, and what is said when it is not; and the library
// behind it on a machine whose devices are no chips.
#include "hal/gpiod/chips.hpp"

#include <stdlib.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>

#include "hal/gpiod/lines.hpp"
#include "hal/gpiod/spi.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::gpio;
namespace fs = std::filesystem;

namespace {

struct Devices {
    Devices() {
        std::string pattern = fs::temp_directory_path() / "jipu-chips-XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
        folder = pattern;
    }
    ~Devices() { fs::remove_all(folder); }
    void chip(const std::string& name, const std::string& label) {
        std::ofstream(folder / name) << "chip";
        labels[(folder / name).string()] = label;
    }
    Result<std::string> find(const std::string& name) const {
        return find_chip(
            name,
            [this](const std::string& path) -> std::optional<std::string> {
                const auto found = labels.find(path);
                if (found != labels.end()) return found->second;
                errno = EACCES;
                return std::nullopt;
            },
            folder.string());
    }
    fs::path folder;
    std::map<std::string, std::string> labels;
};

} // namespace

TEST_CASE("a chip is found by its label, by its name, and taken as it is by its path") {
    Devices devices;
    devices.chip("gpiochip0", "raspberrypi-exp-gpio");
    devices.chip("gpiochip4", "pinctrl-rp1");
    std::ofstream(devices.folder / "ttyS0") << "no chip";
    CHECK(*devices.find("pinctrl-rp1") == (devices.folder / "gpiochip4").string());
    CHECK(*devices.find("gpiochip0") == (devices.folder / "gpiochip0").string());
    CHECK(*devices.find("/dev/jipu-gpio") == "/dev/jipu-gpio");
}

TEST_CASE("a chip that is not there is refused with the names of those that are") {
    Devices devices;
    CHECK(devices.find("pinctrl-rp1").error() == "there is no gpiochip pinctrl-rp1 nor another");
    devices.chip("gpiochip0", "a");
    devices.chip("gpiochip1", "b");
    CHECK(devices.find("pinctrl-rp1").error() ==
          "there is no gpiochip pinctrl-rp1; there are a, b");
    std::ofstream(devices.folder / "gpiochip2") << "forbidden";
    CHECK(devices.find("c").error() == "there is no gpiochip c; there are a, b; " +
                                           (devices.folder / "gpiochip2").string() +
                                           ": Permission denied");
}

TEST_CASE("a label that two chips bear is refused, and a link to a chip is no second one") {
    Devices devices;
    devices.chip("gpiochip0", "expander");
    fs::create_symlink(devices.folder / "gpiochip0", devices.folder / "gpiochip-left");
    devices.labels[(devices.folder / "gpiochip-left").string()] = "expander";
    CHECK(devices.find("expander"));
    devices.chip("gpiochip1", "expander");
    CHECK(devices.find("expander").error() ==
          "two chips are called expander: " + (devices.folder / "gpiochip0").string() + " and " +
              (devices.folder / "gpiochip1").string() + "; say which by its path");
}

TEST_CASE("a line is an offset when it is all digits, and a name otherwise") {
    CHECK(as_offset("17") == 17U);
    CHECK(as_offset("0") == 0U);
    for (const char* name : {"GPIO17", "17x", "-1", "", "99999999999999999999"}) {
        INFO(name);
        CHECK_FALSE(as_offset(name));
    }
}

TEST_CASE("the real library says what it could not open") {
    const auto lines = real_lines();
    const std::array<std::string, 1> wanted{"0"};
    CHECK(lines->request("/nonexistent/gpiochip0", wanted, {}).error() ==
          "cannot open /nonexistent/gpiochip0: No such file or directory");
    const auto no_chip = lines->request("/dev/null", wanted, {});
    REQUIRE_FALSE(no_chip);
    CHECK(no_chip.error().rfind("cannot open /dev/null: ", 0) == 0);
}

TEST_CASE("an SPI device that is none, or not there, is refused with the reason") {
    const auto ports = real_spi_ports();
    SpiSetup setup;
    setup.device = "/nonexistent/spidev0.0";
    CHECK(ports->open(setup).error() ==
          "cannot open /nonexistent/spidev0.0: No such file or directory");
    setup.device = "/dev/null";
    CHECK(ports->open(setup).error() ==
          "cannot set the SPI mode of /dev/null: Inappropriate ioctl for device");
}
