// SPDX-License-Identifier: Apache-2.0
// Gpiochips for tests: lines that are requested, set, read, busy, gone, and counted. What hangs on
// the wires answers behind Electrics; a scan allocates nothing here either.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hal/gpiod/lines.hpp"

namespace jipu::test {

enum class Drive : std::uint8_t { none, low, high };

/// What a program does with one wire.
struct Wire {
    std::string chip, line;
    Drive drive = Drive::none;
    GpioBias bias = GpioBias::external;
};

/// The hardware on the wires. Wires are numbered in the order in which they were named to FakeGpio.
class Electrics {
  public:
    virtual ~Electrics() = default;
    /// After one call has changed what is driven; `wires` are as they were driven before too.
    virtual void driven(const std::vector<Wire>& before, const std::vector<Wire>& now) = 0;
    /// The physical level of a wire.
    virtual bool level(const std::vector<Wire>& wires, std::size_t wire) = 0;
};

class FakeGpio final : public gpio::Lines {
  public:
    explicit FakeGpio(Electrics& electrics) : electrics_(electrics) {}

    /// Makes the wire; returns its number.
    std::size_t wire(const std::string& chip, const std::string& line) {
        wires_.push_back({chip, line});
        before_ = wires_;
        return wires_.size() - 1;
    }
    Result<std::unique_ptr<gpio::LineRequest>> request(const std::string& chip,
                                                       std::span<const std::string> lines,
                                                       const gpio::LineSetup& setup) override;

    std::map<std::string, std::string> busy; ///< `chip line` -> who holds it
    std::set<std::string> gone;              ///< chips that are not there
    int fail_set = 0, fail_get = 0;          ///< the errno of the next calls; 0: they work
    std::uint64_t sets = 0, gets = 0, requests = 0;
    std::size_t held = 0;             ///< lines that somebody holds
    std::function<void()> after_call; ///< the time that a call takes
    const std::vector<Wire>& wires() const { return wires_; }

    /// Edges for whoever watches this line, and a byte in its pipe.
    void edge(const std::string& chip, const std::string& line, bool high, MonotonicNs at);

  private:
    class Request;
    Electrics& electrics_;
    std::vector<Wire> wires_, before_;
    std::vector<Request*> watched_;
};

} // namespace jipu::test
