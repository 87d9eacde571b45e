// SPDX-License-Identifier: Apache-2.0
// One batch, one transaction: inputs, effects, events and cursors stand together or not at all.
#include "daemon/recording/journal_writer.hpp"

#include <utility>

#include "daemon/recording/schema.hpp"

namespace jipu {

JournalWriter::JournalWriter(sqlite::Database database, std::filesystem::path path, std::string vfs,
                             int busy_timeout_ms)
    : database_(std::move(database)), path_(std::move(path)), vfs_(std::move(vfs)),
      busy_timeout_ms_(busy_timeout_ms) {}

std::optional<std::int64_t> JournalWriter::watermark() {
    return database_.number("SELECT ticket FROM watermark");
}

std::optional<std::int64_t> JournalWriter::last_recording() {
    return database_.number("SELECT coalesce(max(id), 0) FROM recordings");
}

bool JournalWriter::prepare() {
    if (prepared_) return true;
    if (!database_.is_open() &&
        !open_journal(database_, path_, sqlite::Mode::write, vfs_, busy_timeout_ms_)) {
        return false;
    }
    prepared_ =
        begin_.prepare(database_, "BEGIN IMMEDIATE") && commit_.prepare(database_, "COMMIT") &&
        rollback_.prepare(database_, "ROLLBACK") &&
        read_mark_.prepare(database_, "SELECT ticket FROM watermark") &&
        set_mark_.prepare(database_, "UPDATE watermark SET ticket = ?1") &&
        add_recording_.prepare(database_, "INSERT INTO recordings(id, game_name, board, started, "
                                          "game, trace_header, boot_id, monotonic_base_ns) "
                                          "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)") &&
        close_others_.prepare(database_,
                              "UPDATE recordings SET closed = 1 WHERE closed = 0 AND id <> ?1") &&
        rebase_.prepare(
            database_,
            "UPDATE recordings SET boot_id = ?2, monotonic_base_ns = ?3 WHERE id = ?1") &&
        close_.prepare(database_, "UPDATE recordings SET closed = 1 WHERE id = ?1") &&
        add_input_.prepare(
            database_, "INSERT INTO inputs(recording, n, at_us, line) VALUES(?1, ?2, ?3, ?4)") &&
        add_effect_.prepare(database_, "INSERT INTO effects(recording, k, input, at_us, type, "
                                       "data) VALUES(?1, ?2, ?3, ?4, ?5, ?6)") &&
        add_event_.prepare(
            database_, "INSERT INTO events(recording, stream, seq, body) VALUES(?1, ?2, ?3, ?4)") &&
        add_stream_.prepare(database_,
                            "INSERT INTO streams(recording, stream, last_seq) VALUES(?1, ?2, 0)") &&
        set_stream_.prepare(
            database_, "UPDATE streams SET last_seq = ?3 WHERE recording = ?1 AND stream = ?2") &&
        set_cursor_.prepare(database_,
                            "INSERT INTO cursors(publisher, recording, stream, acknowledged) "
                            "VALUES(?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET acknowledged = ?4");
    return prepared_;
}

std::optional<std::string> JournalWriter::commit(const std::vector<Rows>& batch,
                                                 const CursorMoves& cursors) {
    if (!prepare() || !begin_.run()) return give_up();
    if (!write(batch, cursors) || !commit_.run()) return give_up();
    return std::nullopt;
}

bool JournalWriter::write(const std::vector<Rows>& batch, const CursorMoves& cursors) {
    read_mark_.bind();
    if (!read_mark_.step()) return false;
    const std::int64_t mark = read_mark_.number(0);
    while (read_mark_.step()) {
    }
    // A commit whose answer was an error may still have reached the disk: what is in stays in, and
    // is not written twice.
    std::int64_t last = mark;
    for (const Rows& rows : batch) {
        if (rows.ticket <= mark) continue;
        if (!write(rows)) return false;
        last = rows.ticket;
    }
    for (const auto& [of, acknowledged] : cursors) {
        const auto& [publisher, key] = of;
        if (!set_cursor_.run(publisher, key.recording, static_cast<std::int64_t>(key.stream),
                             acknowledged)) {
            return false;
        }
    }
    return last == mark || set_mark_.run(last);
}

bool JournalWriter::write(const Rows& rows) {
    const std::int64_t id = rows.recording;
    const RecordingHeader& header = rows.header;
    switch (rows.kind) {
    case Rows::Kind::begin:
        return close_others_.run(id) &&
               add_recording_.run(id, header.game_name, header.board, header.started,
                                  game_label(header.game), header.trace_header, header.boot_id,
                                  header.monotonic_base_ns) &&
               add_stream_.run(id, std::int64_t{0}) && add_stream_.run(id, std::int64_t{1});
    case Rows::Kind::resume:
        return close_others_.run(id) && rebase_.run(id, header.boot_id, header.monotonic_base_ns);
    case Rows::Kind::close:
        return close_.run(id);
    case Rows::Kind::append:
        break;
    }
    if (rows.input && !add_input_.run(id, rows.input->n, to_us(rows.input->at), rows.input->line)) {
        return false;
    }
    for (const StoredEffect& effect : rows.effects) {
        if (!add_effect_.run(id, effect.k, effect.input, to_us(effect.at), effect.type,
                             effect.data)) {
            return false;
        }
    }
    if (rows.events.empty()) return true;
    for (const StreamEvent& event : rows.events) {
        if (!add_event_.run(id, static_cast<std::int64_t>(event.key.stream), event.seq,
                            event.body)) {
            return false;
        }
    }
    return set_stream_.run(id, std::int64_t{0}, rows.last_seq[0]) &&
           set_stream_.run(id, std::int64_t{1}, rows.last_seq[1]);
}

/// After any failure the connection is made anew: whatever state it was in, the file has the truth.
std::string JournalWriter::give_up() {
    std::string words = database_.trouble().words;
    if (prepared_ && database_.in_transaction()) rollback_.run();
    for (sqlite::Statement* statement :
         {&begin_, &commit_, &rollback_, &read_mark_, &set_mark_, &add_recording_, &close_others_,
          &rebase_, &close_, &add_input_, &add_effect_, &add_event_, &add_stream_, &set_stream_,
          &set_cursor_}) {
        statement->finalize();
    }
    prepared_ = false;
    database_.close();
    return "journal " + path_.string() + ": " + words;
}

} // namespace jipu
