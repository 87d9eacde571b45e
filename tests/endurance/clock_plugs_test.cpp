// SPDX-License-Identifier: Apache-2.0
// A clock that is plugged in and out, again and again, at the real driver behind a pseudo-terminal:
// every loss and return is told once, what it says after each return is heard, and nothing is left.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hal/serial/serial_clock.hpp"
#include "hal/sim/link/emulated_protocol.hpp"
#include "tests/endurance/memory_use.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/support/pty_pair.hpp"

using namespace jipu;
using jipu::test::growth;
using jipu::test::memory_use;
using jipu::test::MemoryUse;
using jipu::test::PtyPair;
using jipu::test::run_until;
using namespace std::chrono_literals;

namespace {

/// What the driver tells, decoded as the table would.
class Ear final : public ClockSink {
  public:
    explicit Ear(ClockKind kind) : decoder_(make_clock_decoder(kind, Side::first)) {}
    void clock_bytes(MonotonicNs, std::span<const std::uint8_t> bytes) override {
        ++heard;
        reports_.clear();
        decoder_->feed(bytes, reports_);
        for (const ClockReport& report : reports_) {
            presses += std::holds_alternative<PressReport>(report) ? 1U : 0U;
            broken += std::holds_alternative<FrameError>(report) ? 1U : 0U;
        }
    }
    void clock_press(MonotonicNs, Side) override { FAIL("a clock with a protocol has no levers"); }
    void clock_lost(MonotonicNs, const std::string& why) override {
        ++lost;
        last_why = why;
        decoder_->reset();
    }
    void clock_back(MonotonicNs, const std::string&) override { ++back; }

    std::size_t heard = 0, lost = 0, back = 0, presses = 0, broken = 0;
    std::string last_why;

  private:
    std::unique_ptr<ClockDecoder> decoder_;
    std::vector<ClockReport> reports_;
};

/// The device at the end of the cable.
class Device {
  public:
    explicit Device(ClockKind kind)
        : protocol_(sim::make_emulated_protocol(kind)), clock_(long_()) {}

    void plug_in() { pty_.plug_in(); }
    void unplug() {
        pty_.unplug();
        protocol_->reader_gone(true);
    }
    std::string path() const { return pty_.path(); }
    /// Answers what it was asked. True once it was asked for anything since it was plugged in.
    bool answers() {
        const std::string words = pty_.receive();
        if (words.empty()) return false;
        std::string out;
        const bool asked = protocol_->hear(
            now_, {reinterpret_cast<const std::uint8_t*>(words.data()), words.size()}, clock_, out);
        if (!out.empty()) REQUIRE(pty_.send(out));
        return asked;
    }
    void press() {
        now_ += 1'000'000'000;
        std::string out;
        const auto press = clock_.press(now_, half_);
        protocol_->pressed(now_, press, clock_, out);
        half_ = line_clock::other(half_);
        REQUIRE_FALSE(out.empty());
        REQUIRE(pty_.send(out));
    }

  private:
    /// Longer than all presses take, a second each.
    static sim::EmulatedClockOptions long_() {
        sim::EmulatedClockOptions options;
        options.left_ms = options.right_ms = 35'000'000;
        return options;
    }

    PtyPair pty_;
    std::unique_ptr<sim::EmulatedProtocol> protocol_;
    sim::EmulatedClock clock_;
    sim::EmulatedNs now_ = 0;
    line_clock::Half half_ = line_clock::Half::left;
};

/// One life of the cable: the greeting is answered, a press is heard, the cable is pulled.
void live(Device& device, Ear& ear, boost::asio::io_context& loop) {
    const std::size_t lost = ear.lost, presses = ear.presses;
    REQUIRE(run_until(loop, [&] { return device.answers(); }));
    device.press();
    REQUIRE(run_until(loop, [&] {
        device.answers();
        return ear.presses > presses;
    }));
    REQUIRE(ear.presses == presses + 1);
    device.unplug();
    REQUIRE(run_until(loop, [&] { return ear.lost > lost; }));
    REQUIRE(ear.lost == lost + 1);
}

constexpr std::size_t lives_to_start = 3;

void check_plugs(ClockKind kind, const char* name, std::size_t count) {
    INFO(name);
    boost::asio::io_context loop;
    Device device(kind);
    Ear ear(kind);
    MonotonicNs now = 0;
    SerialClock clock(loop, {device.path(), 0, 1ms, 5ms}, clock_talk(kind), [&] { return ++now; });
    device.unplug();
    clock.start(ear);
    REQUIRE(run_until(loop, [&] { return ear.lost == 1; }));
    // The first press of a clock that stands only starts it, and whose it was is told by what it
    // shows afterwards.
    for (std::size_t plug = 1; plug <= lives_to_start; ++plug) {
        device.plug_in();
        REQUIRE(run_until(loop, [&] { return device.answers(); }));
        for (const bool pressed : {false, true}) {
            const std::size_t heard = ear.heard;
            if (pressed) device.press();
            REQUIRE(run_until(loop, [&] { return ear.heard > heard; }));
        }
        device.unplug();
        REQUIRE(run_until(loop, [&] { return ear.lost == plug + 1; }));
    }
    REQUIRE(ear.back == lives_to_start);
    ear.presses = 0;

    std::optional<MemoryUse> before;
    for (std::size_t plug = 1; plug <= count; ++plug) {
        INFO(plug);
        device.plug_in();
        live(device, ear, loop);
        REQUIRE(ear.back == plug + lives_to_start);
        REQUIRE(ear.last_why.starts_with(device.path() + " is gone: "));
        if (plug == count / 10) before = memory_use();
    }
    const MemoryUse after = memory_use();
    std::printf("%s: %zu times in and out, %zu presses; %s\n", name, count, ear.presses,
                growth(*before, after).c_str());
    CHECK(ear.presses == count);
    CHECK(ear.broken == 0);
    CHECK(after.blocks - before->blocks <= 8);
    CHECK(after.block_bytes - before->block_bytes <= 4096);
    CHECK(after.heap_bytes - before->heap_bytes <= 16'384);
    CHECK(after.resident_kb - before->resident_kb <= 1024);
    CHECK(after.descriptors == before->descriptors);
    CHECK(after.threads == before->threads);
}

void check_all(std::size_t each) {
    check_plugs(ClockKind::line, "line", each);
    check_plugs(ClockKind::dgt, "dgt", each);
    check_plugs(ClockKind::izis, "izis", each);
    check_plugs(ClockKind::niclink, "niclink", each);
}

} // namespace

TEST_CASE("a clock is lost, back and heard each time its cable is pulled and put in") {
    check_all(300);
}

TEST_CASE("100,000 times a cable is pulled and put in, and the clock is lost, back and heard",
          "[.full]") {
    if (test::skipped_unless_full()) return;
    check_all(25'000);
}
