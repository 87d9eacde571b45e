// SPDX-License-Identifier: Apache-2.0
// The public stream out of the arbiter's: what is held back, what is let through and when. The
// decisions are listed in README.md of this folder.
#include "daemon/wire/public_projection.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace jipu {

namespace {

using Out = std::vector<std::pair<std::string, Json>>;

/// The fields named in `keys` that `data` has, in that order.
Json only(const Json& data, std::initializer_list<const char*> keys) {
    Json out = Json::object();
    for (const char* key : keys)
        if (const auto found = data.find(key); found != data.end()) out[key] = *found;
    return out;
}

/// A move as a spectator may know it: what was played and the clock. How it was found out, how long
/// it took and whether it was legal stay with the arbiter.
Json public_move(const Json& data) {
    Json out =
        only(data, {"ply", "side", "move", "wxf", "chinese", "short", "fen", "captured", "clock"});
    out["status"] = "confirmed";
    return out;
}

/// The game goes on: the end told before is void.
bool opens_again(const Json& end) {
    return end.value("result", "") == "*" && end.value("ending", "").empty();
}

bool stands_on_the_board(const Json& end) {
    const std::string ending = end.value("ending", "");
    return ending == "mate" || ending == "stalemate" || ending == "abandoned";
}

} // namespace

struct PublicProjection::State {
    struct Ply {
        Json data; ///< as the arbiter has it now
        bool confirmed = false;
    };
    /// All plies that the arbiter's stream holds, by number.
    std::map<int, Ply> plies;
    /// What a spectator was told, without gaps: shown[i] is ply i + 1.
    std::vector<Json> shown;
    std::string start;            ///< the position before the first ply
    std::string fen;              ///< the position that spectators see
    bool begun = false;           ///< a game was started
    bool clock_due = false;       ///< the next clock.updated goes out
    Json shown_end;               ///< null: none
    std::optional<Json> held_end; ///< waits for the plies before it
    std::size_t held_until = 0;   ///< ... up to this one

    void begin(const Json& data, Out& out) {
        *this = State{};
        start = data.value("start", "");
        fen = start;
        begun = true;
        clock_due = true;
        out.emplace_back("game.started", data);
    }

    void record(const Json& data) {
        const int ply = data.value("ply", 0);
        plies.erase(plies.lower_bound(ply), plies.end());
        plies[ply] = Ply{data, data.value("status", "") == "confirmed"};
    }

    void confirm(const Json& data) {
        const auto found = plies.find(data.value("ply", 0));
        if (found == plies.end()) return;
        found->second.confirmed = true;
        if (data.contains("clock")) found->second.data["clock"] = data["clock"];
    }

    void amend(const Json& data) {
        const int ply = data.value("ply", 0);
        plies[ply] = Ply{data, data.value("status", "") == "confirmed"};
    }

    void retract(const Json& data, Out& out) {
        const int ply = data.value("ply", 0);
        plies.erase(plies.lower_bound(ply), plies.end());
        held_end.reset();
        while (ply > 0 && shown.size() >= static_cast<std::size_t>(ply)) {
            out.emplace_back("move.retracted", only(shown.back(), {"ply", "move"}));
            shown.pop_back();
            fen = shown.empty() ? start : shown.back().value("fen", fen);
        }
    }

    /// Tells what may be told by now: confirmed plies in order, changes of what was told.
    void show_plies(Out& out) {
        for (const auto& [number, ply] : plies) {
            if (!ply.confirmed) continue;
            const auto index = static_cast<std::size_t>(number - 1);
            Json now = public_move(ply.data);
            if (index < shown.size()) {
                if (now["move"] == shown[index]["move"] && now["fen"] == shown[index]["fen"])
                    continue;
                Json amended = {{"ply", number}, {"was", shown[index]["move"]}};
                amended.update(now);
                out.emplace_back("move.amended", std::move(amended));
                shown[index] = std::move(now);
            } else if (index == shown.size()) {
                out.emplace_back("move.recorded", now);
                shown.push_back(std::move(now));
            } else {
                break; // one before it is still open: no gap may show
            }
            clock_due = true;
            if (index + 1 == shown.size()) fen = shown.back().value("fen", fen);
        }
        if (held_end && shown.size() >= held_until) {
            const Json end = *held_end;
            show_end(end, out);
        }
    }

    void set_position(const Json& data, Out& out) {
        const std::string now = data.value("fen", "");
        if (!begun) return; // game.started will say what it starts from
        // It is set behind plies that stand: they are told before it, pressed or not.
        for (auto& entry : plies)
            entry.second.confirmed = true;
        show_plies(out);
        if (now == fen) return; // nothing that a spectator sees has changed
        fen = now;
        if (shown.empty()) start = now;
        clock_due = true;
        out.emplace_back("position.set", only(data, {"fen", "ply"}));
    }

    void clock(const Json& data, Out& out) {
        if (!clock_due) return;
        clock_due = false;
        out.emplace_back("clock.updated",
                         only(data, {"clock", "running", "period", "moves_to_go", "periods_left"}));
    }

    void show_end(const Json& data, Out& out) {
        held_end.reset();
        Json end = only(data, {"result", "ending", "winner", "status"});
        if (end == shown_end) return;
        shown_end = end;
        out.emplace_back("game.ended", std::move(end));
    }

    void end(const Json& data, Out& out) {
        if (opens_again(data)) {
            held_end.reset();
            if (shown_end.is_null()) return; // spectators know of no end
            show_end(data, out);
            shown_end = nullptr; // the next end is the first again
            clock_due = true;
        } else if (data.value("status", "") == "signed") {
            // The signed record is complete: its last ply needs no press any more.
            for (auto& entry : plies)
                entry.second.confirmed = true;
            held_end.reset(); // what is signed takes its place
            show_plies(out);
            show_end(data, out);
        } else if (data.value("ending", "") == "abandoned" || !shown_end.is_null()) {
            show_end(data, out);
        } else if (stands_on_the_board(data)) {
            held_end = data;
            held_until = plies.empty() ? 0 : static_cast<std::size_t>(plies.rbegin()->first);
            show_plies(out);
        }
    }

    void adjourn(const Json& data, Out& out) {
        Json now = only(data, {"sealed_by"});
        if (!fen.empty()) now["position"] = fen;
        now.update(only(data, {"clock", "moves_made", "moves_to_go"}));
        out.emplace_back("game.adjourned", std::move(now));
    }
};

PublicProjection::PublicProjection() : state_(std::make_unique<State>()) {}
PublicProjection::~PublicProjection() = default;
PublicProjection::PublicProjection(PublicProjection&&) noexcept = default;
PublicProjection& PublicProjection::operator=(PublicProjection&&) noexcept = default;

void PublicProjection::project(std::string_view type, const Json& data, Out& out) {
    State& state = *state_;
    if (type == "game.started") {
        state.begin(data, out);
    } else if (type == "game.updated") {
        out.emplace_back("game.updated", data);
    } else if (type == "position.set") {
        state.set_position(data, out);
    } else if (type == "move.recorded") {
        state.record(data);
        state.show_plies(out);
    } else if (type == "move.confirmed") {
        state.confirm(data);
        state.show_plies(out);
    } else if (type == "move.amended") {
        state.amend(data);
        state.show_plies(out);
    } else if (type == "move.retracted") {
        state.retract(data, out);
    } else if (type == "clock.updated") {
        state.clock(data, out);
    } else if (type == "game.paused" || type == "game.resumed") {
        out.emplace_back(type, Json::object());
    } else if (type == "game.adjourned") {
        state.adjourn(data, out);
    } else if (type == "game.ended") {
        state.end(data, out);
    }
    // Everything else, and every type to come, is the arbiter's alone until it is let through here.
}

} // namespace jipu
