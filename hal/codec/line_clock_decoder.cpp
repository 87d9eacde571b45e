// SPDX-License-Identifier: Apache-2.0
// Which presses were made follows from the counters alone, so a line that is lost, doubled or late
// changes nothing once a later line comes through.
#include "hal/codec/line_clock_decoder.hpp"

#include <algorithm>
#include <string>

namespace jipu {

using line_clock::Half;
using line_clock::Presses;

line_clock::SetTimes set_times_for(Side clock_left, const std::array<std::int64_t, 2>& ms,
                                   std::optional<Side> running) {
    line_clock::SetTimes message;
    message.left_ms = ms[index_of(clock_left)];
    message.right_ms = ms[index_of(opponent(clock_left))];
    message.paused = !running;
    if (running) message.turn = *running == clock_left ? Half::left : Half::right;
    return message;
}

Side LineClockDecoder::side_of(Half half) const {
    return half == Half::left ? clock_left_ : opponent(clock_left_);
}

void LineClockDecoder::feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) {
    reader_.feed(bytes, [&](std::optional<std::string_view> line) {
        if (line) {
            take_line(*line, out);
        } else {
            out.push_back(FrameError{"line longer than 96 bytes"});
        }
    });
}

bool LineClockDecoder::catch_up(Presses now, std::optional<Half> last,
                                std::vector<ClockReport>& out) {
    const std::optional<Presses> before = presses_;
    const std::optional<Half> last_before = last_;
    presses_ = now;
    if (last) last_ = last;
    if (!before) return false;
    std::array<int, 2> missed = {static_cast<std::uint16_t>(now.left - before->left),
                                 static_cast<std::uint16_t>(now.right - before->right)};
    if (missed[0] > max_missed || missed[1] > max_missed) return false;
    if (!last && missed[0] != missed[1]) last = missed[0] > missed[1] ? Half::left : Half::right;
    // A lever is pressed by turns: the order is found backwards from the last press. As many of
    // both: it stands where it stood.
    Half half = last ? *last : last_before.value_or(Half::right);
    if (missed[0] + missed[1] > 0) last_ = half;
    std::vector<ClockReport> presses;
    while (missed[0] + missed[1] > 0) {
        int& left_over = missed[static_cast<std::size_t>(half)];
        if (left_over > 0) {
            --left_over;
            presses.emplace_back(PressReport{side_of(half)});
        }
        half = line_clock::other(half);
    }
    out.insert(out.end(), presses.rbegin(), presses.rend());
    return true;
}

void LineClockDecoder::take_line(std::string_view line, std::vector<ClockReport>& out) {
    const auto decoded = line_clock::decode(line);
    if (!decoded) {
        out.push_back(FrameError{decoded.error()});
        return;
    }
    if (!*decoded) return;
    const line_clock::Message& message = **decoded;
    if (const auto* press = std::get_if<line_clock::Press>(&message)) {
        if (!catch_up(press->presses, press->side, out)) {
            out.push_back(PressReport{side_of(press->side)});
        }
    } else if (const auto* times = std::get_if<line_clock::Times>(&message)) {
        std::optional<Half> last;
        if (times->turn) last = line_clock::other(*times->turn);
        catch_up(times->presses, last, out);
        TimesReport report;
        report.ms[index_of(clock_left_)] = times->left_ms;
        report.ms[index_of(opponent(clock_left_))] = times->right_ms;
        if (times->turn && !times->paused) report.running = side_of(*times->turn);
        out.push_back(report);
    } else if (const auto* hello = std::get_if<line_clock::Hello>(&message)) {
        catch_up(hello->presses, std::nullopt, out);
        out.push_back(HelloReport{hello->device + ' ' + hello->firmware + ", line clock protocol " +
                                  std::to_string(hello->version)});
    } else if (std::holds_alternative<line_clock::Pause>(message)) {
        out.push_back(TimesReport{});
    } else if (const auto* resume = std::get_if<line_clock::Resume>(&message)) {
        TimesReport report;
        report.running = side_of(resume->turn);
        out.push_back(report);
    } else if (const auto* battery = std::get_if<line_clock::Battery>(&message)) {
        out.push_back(HelloReport{"battery low: " + std::to_string(battery->percent) + " %"});
    }
    // What a host says to a clock is heard here only as an echo, and means nothing.
}

} // namespace jipu
