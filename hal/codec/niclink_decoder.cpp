// SPDX-License-Identifier: Apache-2.0
// The status is the truth about the turn; the button's own line tells of the press without delay.
#include "hal/codec/niclink_decoder.hpp"

namespace jipu {

using niclink::Colour;

Side NiclinkDecoder::side_of(Colour colour) const {
    return colour == Colour::white ? white_ : opponent(white_);
}

void NiclinkDecoder::feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) {
    reader_.feed(bytes, [&](std::optional<std::string_view> line) {
        const auto message = line ? niclink::decode(*line)
                                  : Result<niclink::Message>(Error{"line longer than 96 bytes"});
        if (message) {
            take(*message, out);
        } else {
            out.push_back(FrameError{message.error()});
        }
    });
}

void NiclinkDecoder::reset() {
    reader_.reset();
    pressed_ = false;
}

void NiclinkDecoder::take_button(std::vector<ClockReport>& out) {
    // On a clock that stands it only starts the clock; whose turn it is may not be known yet.
    if (!turn_ || !(running_ || over_)) return;
    out.push_back(PressReport{side_of(*turn_)});
    if (over_) return;
    turn_ = niclink::other(*turn_);
    pressed_ = true;
}

void NiclinkDecoder::take_status(const niclink::Status& status, std::vector<ClockReport>& out) {
    // A turn that changed by itself: the button's line was lost, or the cable was out.
    const bool lost = running_ && !pressed_ && turn_ && *turn_ != status.turn;
    turn_ = status.turn;
    running_ = status.running;
    pressed_ = false;
    TimesReport report;
    report.ms[index_of(white_)] = status.white_ms;
    report.ms[index_of(opponent(white_))] = status.black_ms;
    if (status.running) report.running = side_of(status.turn);
    out.push_back(report);
    if (lost) out.push_back(PressReport{side_of(niclink::other(status.turn))});
}

void NiclinkDecoder::take(const niclink::Message& message, std::vector<ClockReport>& out) {
    if (const auto* status = std::get_if<niclink::Status>(&message)) {
        take_status(*status, out);
    } else if (std::holds_alternative<niclink::Button>(message)) {
        take_button(out);
    } else if (std::holds_alternative<niclink::Over>(message)) {
        over_ = true;
    } else if (std::holds_alternative<niclink::Started>(message)) {
        running_ = true;
        over_ = false;
    } else if (std::holds_alternative<niclink::Stopped>(message)) {
        running_ = false;
        out.push_back(TimesReport{});
    } else if (std::holds_alternative<niclink::Reset>(message) ||
               std::holds_alternative<niclink::Ready>(message)) {
        turn_ = Colour::white;
        running_ = over_ = pressed_ = false;
        if (std::holds_alternative<niclink::Ready>(message)) {
            out.push_back(HelloReport{"NicLink clock, switched on"});
        }
    }
}

} // namespace jipu
