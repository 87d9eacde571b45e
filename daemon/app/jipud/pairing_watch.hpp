// SPDX-License-Identifier: Apache-2.0
// When the board's pairing is asked for: at the start, at an interval, and when a game begins or
// ends. Trouble is told once. Runs on the loop and never waits; it must not know how one is
// fetched.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "config/config.hpp"
#include "daemon/table/effect.hpp"
#include "rules/base/result.hpp"

namespace jipu::app {

class PairingWatch {
  public:
    using Done = std::function<void(Result<std::string>)>;
    struct Hooks {
        /// Begins to fetch; `done` comes once from any thread, or never. False: nobody can be
        /// asked.
        std::function<bool(Done done)> fetch;
        std::function<void(GameInfo)> told; ///< there is a pairing; on the loop
        std::function<void(LogLevel, const std::string&)> log;
    };
    PairingWatch(boost::asio::io_context& loop, Game game, Hooks hooks);

    /// Asks now and every `interval` from now on; 0: no more. What was asked before is forgotten.
    void begin(std::chrono::seconds interval);
    /// Asks when a game begins or ends: there may be a new one.
    void saw(const Effect& effect);
    void stop();

  private:
    void ask();
    void wait();
    void answered(const Result<std::string>& answer);
    void failed(const std::string& why);

    boost::asio::io_context& loop_;
    boost::asio::steady_timer timer_;
    Game game_;
    Hooks hooks_;
    std::chrono::seconds interval_{0};
    std::uint64_t round_ = 0; ///< answers to earlier ones are too late
    bool asking_ = false;
    bool failing_ = false;
    std::string last_; ///< the last pairing as it came
};

} // namespace jipu::app
