// SPDX-License-Identifier: Apache-2.0
// A table whose board shows exactly what it is told to, driven by words; what it said is kept.
#pragma once

#include <string>
#include <vector>

#include "daemon/app/common/replay.hpp"
#include "daemon/wire/command_json.hpp"
#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/sha256.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

struct Lines final : EffectSink {
    void emit(const Effect& effect) override {
        lines.push_back(effect_line(effect, Game::xiangqi));
    }
    std::vector<std::string> lines;
};

class Hall {
  public:
    explicit Hall(TableSetup setup) : table_(std::move(setup), nullptr) { shows(start()); }

    static std::string start() { return xiangqi::format_fen(xiangqi::Position::start()); }

    Hall& later(std::int64_t seconds) {
        now_ += std::chrono::seconds(seconds);
        run_ticks_until(table_, now_, sink_);
        return *this;
    }
    Hall& shows(const std::string& fen) {
        const auto position = xiangqi::parse_fen(fen);
        REQUIRE(position);
        ScanFrame frame;
        for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
            frame.levels.push_back(position->at(p).empty() ? Level::off : Level::on);
        return give(frame);
    }
    Hall& press(Side side) { return give(PressReport{side}); }
    /// `h2e2`, pressed; a second passes.
    Hall& plays(Side side, xiangqi::Point from, xiangqi::Point to) {
        give(PointChange{from, Level::off});
        later(1);
        give(PointChange{to, Level::on});
        later(1);
        return press(side);
    }
    /// The same, not pressed.
    Hall& moves(xiangqi::Point from, xiangqi::Point to) {
        give(PointChange{from, Level::off});
        later(1);
        return give(PointChange{to, Level::on});
    }
    Hall& say(const std::string& json) {
        const auto command = parse_command("{\"by\":\"a\"," + json + "}", Game::xiangqi);
        INFO(json << ": " << command.error());
        REQUIRE(command);
        return give(*command);
    }
    Hall& seal(const std::string& side, const std::string& move) {
        return say(R"("do":"seal","side":")" + side + R"(","digest":")" + sha256_hex(move + " s") +
                   "\"");
    }
    Hall& unseal(const std::string& move) {
        return say(R"("do":"unseal","salt":"s","move":")" + move + "\"");
    }
    template <typename What>
    Hall& give(What what) {
        run_ticks_until(table_, now_, sink_);
        table_.handle({now_, std::move(what)}, sink_);
        return *this;
    }
    TableView view() const { return table_.view(now_); }
    /// How many effects hold this text.
    int said(const std::string& text) const {
        int n = 0;
        for (const std::string& line : sink_.lines)
            n += line.find(text) == std::string::npos ? 0 : 1;
        return n;
    }

  private:
    Table table_;
    Lines sink_;
    Instant now_{};
};

} // namespace jipu::test
