// SPDX-License-Identifier: Apache-2.0
// Which traces are written and finished when; trouble with them never holds up the journal.
#include "daemon/recording/trace_keeper.hpp"

#include <algorithm>
#include <utility>

namespace jipu {
namespace {

/// A whole game is written again at each attempt: not at every commit of a long trouble.
constexpr std::int64_t longest_pause = 256;

} // namespace

TraceKeeper::TraceKeeper(const std::filesystem::path& journal, const std::string& vfs,
                         const std::filesystem::path& dir, std::int64_t most_bytes)
    : recorder_(dir, most_bytes), reader_(journal, vfs) {}

void TraceKeeper::follow(const std::vector<Rows>& batch) {
    for (const Rows& rows : batch) {
        follow(rows);
    }
    write_pending();
    if (behind_ && --to_wait_ <= 0) catch_up();
}

void TraceKeeper::follow(const Rows& rows) {
    switch (rows.kind) {
    case Rows::Kind::begin:
        close_running();
        game_name_ = rows.header.game_name;
        through_ = 0;
        finish_left_over();
        note(recorder_.begin(game_name_, rows.header.trace_header));
        return;
    case Rows::Kind::resume:
        close_running();
        game_name_ = rows.header.game_name;
        finish_left_over();
        catch_up();
        return;
    case Rows::Kind::close:
        close_running();
        return;
    case Rows::Kind::append:
        // A file written anew has the rest of this batch too: the journal had it already.
        if (rows.input && rows.input->n > through_) pending_ += rows.input->line + "\n";
        return;
    }
}

void TraceKeeper::write_pending() {
    // What is behind is written anew as a whole: half of it would look like the truth.
    if (!behind_) note(recorder_.append(pending_));
    pending_.clear();
}

void TraceKeeper::note(const TraceRecorder::Trouble& trouble) {
    if (!trouble) return;
    trouble_ = *trouble;
    behind_ = true;
    to_wait_ = pause_;
    pause_ = std::min(pause_ * 2, longest_pause);
    recorder_.abandon();
}

void TraceKeeper::catch_up() {
    behind_ = false;
    if (game_name_.empty() || write_anew(game_name_)) {
        trouble_.clear();
        pause_ = 1;
    }
}

bool TraceKeeper::write_anew(const std::string& game_name) {
    const auto found = reader_.recording(game_name);
    if (!found) {
        note(found.error());
        return false;
    }
    if (!*found) return true; // not this journal's
    const std::vector<StoredInput>& inputs = (*found)->inputs;
    if (game_name == game_name_) through_ = inputs.empty() ? 0 : inputs.back().n;
    std::string lines;
    for (const StoredInput& input : inputs) {
        lines += input.line + "\n";
    }
    note(recorder_.begin(game_name, (*found)->header.trace_header));
    if (!behind_) note(recorder_.append(lines));
    return !behind_;
}

void TraceKeeper::close_running() {
    if (game_name_.empty()) return;
    write_pending();
    if (behind_) catch_up();
    if (!behind_) note(recorder_.close());
    // A file that could not be finished is left over: the next begin tries again.
    game_name_.clear();
    behind_ = false;
    pause_ = 1;
}

void TraceKeeper::finish_left_over() {
    trouble_.clear();
    for (const std::string& name : recorder_.left_over()) {
        if (name == game_name_) continue;
        if (write_anew(name) && recorder_.is_open()) note(recorder_.close());
        behind_ = false;
    }
}

} // namespace jipu
