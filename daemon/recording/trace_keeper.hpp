// SPDX-License-Identifier: Apache-2.0
// Lets the trace files follow the journal: what was committed is written there too, and a file that
// fell behind (full disk, crash) is written anew from the journal, which is the truth.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daemon/recording/journal_reader.hpp"
#include "daemon/recording/materialiser.hpp"
#include "daemon/recording/trace_recorder.hpp"

namespace jipu {

/// Used on the journal's thread.
class TraceKeeper {
  public:
    TraceKeeper(const std::filesystem::path& journal, const std::string& vfs,
                const std::filesystem::path& dir, std::int64_t most_bytes);

    /// Follows rows that are committed. trouble() tells how that went.
    void follow(const std::vector<Rows>& batch);
    /// What is wrong with the trace files; empty: nothing.
    const std::string& trouble() const { return trouble_; }

  private:
    void follow(const Rows& rows);
    void write_pending();
    void note(const TraceRecorder::Trouble& trouble);
    void catch_up();
    bool write_anew(const std::string& game_name);
    void close_running();
    void finish_left_over();

    TraceRecorder recorder_;
    JournalReader reader_;
    std::string game_name_;    ///< of the running game; empty: none
    std::string pending_;      ///< lines of this batch
    std::int64_t through_ = 0; ///< the last input that a file written anew has
    std::string trouble_;
    bool behind_ = false;
    std::int64_t pause_ = 1;   ///< batches between two attempts to catch up; doubles
    std::int64_t to_wait_ = 0; ///< batches until the next attempt
};

} // namespace jipu
