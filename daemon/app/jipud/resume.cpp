// SPDX-License-Identifier: Apache-2.0
// See resume.hpp.
#include "daemon/app/jipud/resume.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/app/common/replay.hpp"
#include "daemon/app/jipud/raw_levels.hpp"
#include "daemon/trace/trace.hpp"
#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/json.hpp"
#include "hal/codec/decoders.hpp"

namespace jipu::app {
namespace {

// Compares what comes out of the table with what was stored, in order.
class Comparison final : public EffectSink {
  public:
    Comparison(const std::vector<StoredEffect>& stored, Game game) : stored_(stored), game_(game) {}

    void emit(const Effect& effect) override {
        caused.push_back(effect);
        const std::size_t at = next_++;
        if (first_) return;
        const std::string recomputed =
            line(to_us(effect.at), effect_type(effect), dump_line(effect_data(effect, game_)));
        if (at >= stored_.size()) {
            first_ = Difference{static_cast<std::int64_t>(at + 1), "nothing", recomputed};
            return;
        }
        const StoredEffect& kept = stored_[at];
        const std::string before = line(to_us(kept.at), kept.type, kept.data);
        if (before != recomputed) first_ = Difference{kept.k, before, recomputed};
    }
    std::optional<Difference> finish() {
        if (!first_ && next_ < stored_.size()) {
            const StoredEffect& kept = stored_[next_];
            first_ = Difference{kept.k, line(to_us(kept.at), kept.type, kept.data), "nothing"};
        }
        return std::move(first_);
    }
    std::vector<Effect> caused; ///< since the owner cleared it

  private:
    static std::string line(std::int64_t us, std::string_view type, std::string_view data) {
        return std::to_string(us) + " us " + std::string(type) + ' ' + std::string(data);
    }

    const std::vector<StoredEffect>& stored_;
    Game game_;
    std::size_t next_ = 0;
    std::optional<Difference> first_;
};

} // namespace

Result<Resumed> replay_recording(const UnfinishedRecording& recording) {
    const std::string where = "recording " + recording.header.game_name;
    std::string text = recording.header.trace_header;
    for (const StoredInput& input : recording.inputs) {
        text += input.line;
        text += '\n';
    }
    const auto trace = read_trace(text, where);
    if (!trace) return Error{trace.error()};
    for (const StoredEffect& effect : recording.effects)
        if (!Json::accept(effect.data))
            return Error{where + ": effect " + std::to_string(effect.k) + " is no JSON"};
    TableSetup setup = trace->setup;
    setup.one_game = true; // recordings were so before their heads said it
    if (const std::string wrong = validate_setup(setup); !wrong.empty()) {
        return Error{where + ": " + wrong};
    }
    Resumed resumed{
        .setup = setup,
        .table = Table(setup, make_clock_decoder(setup.clock, setup.clock_left)),
        .levels = {},
        .next_start = {},
        .pairing = {},
        .difference = std::nullopt,
    };
    RawLevels levels;
    Comparison comparison(recording.effects, setup.game);
    const auto give = [&](const Event& event) {
        levels.take(event.what);
        if (const auto* lost = std::get_if<DeviceLost>(&event.what)) {
            (lost->device == Device::board ? resumed.board_lost : resumed.clock_lost) = true;
        } else if (const auto* back = std::get_if<DeviceBack>(&event.what)) {
            (back->device == Device::board ? resumed.board_lost : resumed.clock_lost) = false;
        } else if (const auto* command = std::get_if<Command>(&event.what)) {
            resumed.rebooted |=
                command->kind == CommandKind::machine && command->what == "rebooted";
        }
        resumed.next_start.before(resumed.table, event);
        resumed.pairing.before(resumed.table, event);
        comparison.caused.clear();
        resumed.table.handle(event, comparison);
        resumed.next_start.after(comparison.caused);
        resumed.pairing.after(comparison.caused);
    };
    replay_events(resumed.table, trace->events, give);
    run_ticks_until(resumed.table, recording.last, give);
    resumed.levels = levels.levels();
    resumed.difference = comparison.finish();
    return resumed;
}

} // namespace jipu::app
