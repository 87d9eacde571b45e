// SPDX-License-Identifier: Apache-2.0
// See pairing_watch.hpp.
#include "daemon/app/jipud/pairing_watch.hpp"

#include <boost/asio/post.hpp>
#include <utility>
#include <variant>

#include "daemon/wire/pairing_json.hpp"

namespace jipu::app {

PairingWatch::PairingWatch(boost::asio::io_context& loop, Game game, Hooks hooks)
    : loop_(loop), timer_(loop), game_(game), hooks_(std::move(hooks)) {}

void PairingWatch::begin(std::chrono::seconds interval) {
    stop();
    interval_ = interval;
    if (interval_.count() == 0) return;
    ask();
    wait();
}

void PairingWatch::stop() {
    ++round_;
    asking_ = false;
    interval_ = std::chrono::seconds(0);
    timer_.cancel();
}

void PairingWatch::wait() {
    timer_.expires_after(interval_);
    timer_.async_wait([this, round = round_](boost::system::error_code ended) {
        if (ended || round != round_) return;
        ask();
        wait();
    });
}

void PairingWatch::saw(const Effect& effect) {
    if (std::holds_alternative<GameStarted>(effect.data) ||
        std::holds_alternative<GameEnded>(effect.data)) {
        ask();
    }
}

// One answer is awaited at a time.
void PairingWatch::ask() {
    if (asking_ || interval_.count() == 0) return;
    asking_ = hooks_.fetch([this, round = round_](Result<std::string> answer) {
        boost::asio::post(loop_, [this, round, answer = std::move(answer)] {
            if (round != round_) return;
            asking_ = false;
            answered(answer);
        });
    });
}

void PairingWatch::answered(const Result<std::string>& answer) {
    if (!answer) return failed(answer.error());
    if (!answer->empty()) {
        auto info = parse_pairing(*answer, game_);
        if (!info) return failed("it cannot be read: " + info.error());
        if (*answer != last_) hooks_.log(LogLevel::info, "pairing: there is a new one");
        hooks_.told(std::move(*info));
    }
    if (failing_) hooks_.log(LogLevel::info, "pairing: it can be fetched again");
    failing_ = false;
    last_ = *answer;
}

void PairingWatch::failed(const std::string& why) {
    hooks_.log(failing_ ? LogLevel::debug : LogLevel::warning, "pairing: " + why);
    failing_ = true;
}

} // namespace jipu::app
