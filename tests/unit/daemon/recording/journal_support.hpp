// SPDX-License-Identifier: Apache-2.0
// A scripted game for tests of the journal and of publishers, and the check that a journal holds a
// prefix of it and nothing else.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "daemon/recording/journal.hpp"
#include "daemon/recording/journal_reader.hpp"

namespace jipu::test {

/// A folder of its own, removed at the end.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// What the loop would hand to the journal in one call.
struct Step {
    Instant at;
    std::string line; ///< empty: a tick
    std::vector<Effect> effects;
};

RecordingHeader scripted_header(const std::string& game_name);
/// The board, then each ply: the piece off, on (recorded), pressed (confirmed), and a clock's tick.
std::vector<Step> scripted_game(int plies);
JournalTicket play(Journal& journal, const Step& step);
/// Plays a whole game from its beginning to its close.
JournalTicket play_game(Journal& journal, const std::string& game_name, int plies);

/// Waits as long as it takes, through failures.
void await(Journal& journal, JournalTicket ticket);

/// The number of steps that the recording holds, checked with Catch: inputs and effects are those
/// of the first steps, every effect's input is there, both streams are without a gap and agree with
/// their effects. `steps` may be longer than what is stored.
std::size_t check_prefix(const std::filesystem::path& journal, const std::string& game_name,
                         const std::vector<Step>& steps);

std::string read_file(const std::filesystem::path& file);

} // namespace jipu::test
