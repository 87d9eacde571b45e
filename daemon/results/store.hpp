// SPDX-License-Identifier: Apache-2.0
// The events on disk: SQLite, WAL, synchronous=FULL. Decides what is a repetition, a gap or a
// contradiction; answers only after the transaction is on the disk. It must not know HTTP or pages.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/results/batch.hpp"
#include "daemon/results/game_state.hpp"
#include "rules/base/result.hpp"

namespace jipu::results {

struct StoredEvent {
    IncomingEvent incoming;
    Arrival arrival;
    bool new_game = false; ///< the first public event of its game
    bool past = false;     ///< ... after which its board began another
};

/// What became of a batch.
struct Ingested {
    enum class Outcome : std::uint8_t { stored, gap, conflict };
    Outcome outcome = Outcome::stored;
    /// For each stream of the batch that has events in the store: the last one on disk.
    std::map<std::string, std::uint64_t> durable;
    std::string stream_id;          ///< gap: the stream that has it
    std::uint64_t want = 0;         ///< gap: the number that must come next
    std::string id;                 ///< conflict: the event whose body differs
    std::vector<StoredEvent> fresh; ///< what was not there before, in order
};

struct GameName {
    std::string board, game;
};

/// Used by one thread. Trouble with the disk is returned; a database that cannot be opened throws
/// std::runtime_error.
class Store {
  public:
    /// `max_bytes`: the database refuses to grow beyond; 0: as far as the disk goes.
    explicit Store(const std::filesystem::path& file, std::int64_t max_bytes = 0);
    ~Store();
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;

    /// Stores a batch in one transaction. An event that is there already, equal, is passed over;
    /// one that is there with another body: nothing of the batch is stored; after a gap: what came
    /// before it in the batch is stored, nothing after it. `past`: the board has begun another game
    /// since; a game that is new here is older than all that came without it.
    Result<Ingested> ingest(const std::vector<IncomingEvent>& batch, std::int64_t received_ms,
                            bool past = false);

    /// The game each board plays now: the one whose public stream began last, not counting those
    /// that were told late.
    Result<std::vector<GameName>> current_games();
    /// Who has a game of this name; the latest first.
    Result<std::vector<GameName>> find_game(std::string_view game);
    /// A board's games, the latest first.
    Result<std::vector<std::string>> games_of(std::string_view board, int limit);
    /// The events of a stream with numbers above `after`, in order, at most `limit`.
    Result<std::vector<std::string>> bodies(const GameName& name, std::string_view stream,
                                            std::uint64_t after, int limit);
    /// The public state of a game, folded from its events; nullopt when it has none.
    Result<std::optional<GameState>> load(const GameName& name);

  private:
    class Database;
    std::unique_ptr<Database> db_;
};

} // namespace jipu::results
