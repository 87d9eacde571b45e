// SPDX-License-Identifier: Apache-2.0
// Reads beside the writer, each call in a transaction of its own.
#include "daemon/recording/journal_reader.hpp"

#include <algorithm>
#include <utility>

#include "daemon/recording/sqlite.hpp"

namespace jipu {
namespace {

constexpr int busy_timeout_ms = 2000;
constexpr const char* recording_columns =
    "SELECT id, game_name, board, started, game, trace_header, boot_id, monotonic_base_ns "
    "FROM recordings ";
constexpr const char* extent_columns =
    "SELECT s.recording, s.stream, r.board, r.game_name, s.last_seq, coalesce(c.acknowledged, 0) "
    "FROM streams s JOIN recordings r ON r.id = s.recording LEFT JOIN cursors c "
    "ON c.publisher = ?1 AND c.recording = s.recording AND c.stream = s.stream ";

} // namespace

class JournalReader::Impl {
  public:
    Impl(std::filesystem::path path, std::string vfs)
        : path_(std::move(path)), vfs_(std::move(vfs)) {}

    bool open() {
        if (database_.is_open()) return true;
        // Reading a WAL journal needs its -shm file, so the connection is one for writing that
        // never writes. It reads each row once, in order: a cache of many pages would only fill up.
        return database_.open(path_, sqlite::Mode::write, vfs_, busy_timeout_ms) &&
               database_.execute("PRAGMA query_only=ON; PRAGMA cache_size=-128;");
    }
    Error failure() {
        Error error{"journal " + path_.string() + ": " + database_.trouble().words};
        database_.close();
        return error;
    }

    Result<std::optional<UnfinishedRecording>> find(const std::string& where,
                                                    std::string_view game_name) {
        if (!open() || !database_.execute("BEGIN")) return failure();
        UnfinishedRecording found;
        const std::optional<bool> there = read_head(where, game_name, found);
        if (!there || (*there && !read_body(found))) return failure();
        if (!database_.execute("COMMIT")) return failure();
        if (!*there) return std::optional<UnfinishedRecording>();
        return std::optional<UnfinishedRecording>(std::move(found));
    }

    Result<std::vector<StreamExtent>> extents(const char* where, std::string_view publisher) {
        if (!open()) return failure();
        sqlite::Statement query;
        if (!query.prepare(database_, (extent_columns + std::string(where)).c_str())) {
            return failure();
        }
        std::vector<StreamExtent> found;
        query.bind(publisher);
        while (query.step()) {
            StreamExtent extent;
            extent.key = StreamKey{query.number(0), static_cast<Stream>(query.number(1))};
            extent.id = query.text(2) + "/" + query.text(3) + "/" +
                        std::string(stream_name(extent.key.stream));
            extent.last_seq = query.number(4);
            extent.acknowledged = query.number(5);
            found.push_back(std::move(extent));
        }
        if (query.failed()) return failure();
        return found;
    }

    Result<std::vector<StreamEvent>> events_after(StreamKey key, std::int64_t seq, int count) {
        if (!open()) return failure();
        sqlite::Statement query;
        if (!query.prepare(database_, "SELECT id, seq, body FROM events WHERE recording = ?1 AND "
                                      "stream = ?2 AND seq > ?3 ORDER BY seq LIMIT ?4")) {
            return failure();
        }
        std::vector<StreamEvent> found;
        query.bind(key.recording, static_cast<std::int64_t>(key.stream), seq, std::int64_t{count});
        while (query.step()) {
            found.push_back(StreamEvent{query.number(0), key, query.number(1), query.text(2)});
        }
        if (query.failed()) return failure();
        return found;
    }

  private:
    /// True: found; false: there is none; nullopt: a failure.
    std::optional<bool> read_head(const std::string& where, std::string_view game_name,
                                  UnfinishedRecording& found) {
        sqlite::Statement query;
        if (!query.prepare(database_, (recording_columns + where).c_str())) return std::nullopt;
        query.bind(game_name);
        if (!query.step()) return query.failed() ? std::nullopt : std::optional<bool>(false);
        found.id = query.number(0);
        found.header =
            RecordingHeader{query.text(1),  query.text(2),
                            query.text(3),  query.text(4) == "go" ? Game::go : Game::xiangqi,
                            query.text(5),  query.text(6),
                            query.number(7)};
        return true;
    }

    bool read_body(UnfinishedRecording& found) {
        sqlite::Statement inputs, effects, streams;
        if (!inputs.prepare(database_,
                            "SELECT n, at_us, line FROM inputs WHERE recording = ?1 ORDER BY n") ||
            !effects.prepare(database_, "SELECT k, input, at_us, type, data FROM effects WHERE "
                                        "recording = ?1 ORDER BY k") ||
            !streams.prepare(database_,
                             "SELECT stream, last_seq FROM streams WHERE recording = ?1")) {
            return false;
        }
        inputs.bind(found.id);
        while (inputs.step()) {
            found.inputs.push_back(StoredInput{inputs.number(0), instant_from_us(inputs.number(1)),
                                               inputs.text(2), 0});
            found.last = std::max(found.last, found.inputs.back().at);
        }
        effects.bind(found.id);
        while (effects.step()) {
            StoredEffect effect{effects.number(0), effects.number(1),
                                instant_from_us(effects.number(2)), effects.text(3),
                                effects.text(4)};
            found.last = std::max(found.last, effect.at);
            // Inputs are numbered 1, 2, 3... without a gap.
            const auto cause = static_cast<std::size_t>(effect.input);
            if (cause >= 1 && cause <= found.inputs.size()) ++found.inputs[cause - 1].effects;
            found.effects.push_back(std::move(effect));
        }
        streams.bind(found.id);
        while (streams.step()) {
            found.last_seq[static_cast<std::size_t>(streams.number(0))] = streams.number(1);
        }
        return !inputs.failed() && !effects.failed() && !streams.failed();
    }

    std::filesystem::path path_;
    std::string vfs_;
    sqlite::Database database_;
};

JournalReader::JournalReader(std::filesystem::path path, std::string vfs)
    : impl_(std::make_unique<Impl>(std::move(path), std::move(vfs))) {}
JournalReader::~JournalReader() = default;
JournalReader::JournalReader(JournalReader&&) noexcept = default;
JournalReader& JournalReader::operator=(JournalReader&&) noexcept = default;

Result<std::optional<UnfinishedRecording>> JournalReader::unfinished() {
    return impl_->find("WHERE closed = 0 AND ?1 = ?1 ORDER BY id DESC LIMIT 1", "");
}
Result<std::optional<UnfinishedRecording>> JournalReader::recording(std::string_view game_name) {
    return impl_->find("WHERE game_name = ?1", game_name);
}
Result<std::vector<StreamExtent>> JournalReader::lagging(std::string_view publisher) {
    return impl_->extents("WHERE s.last_seq > coalesce(c.acknowledged, 0) "
                          "ORDER BY s.recording, s.stream",
                          publisher);
}
Result<std::vector<StreamExtent>> JournalReader::extents(std::string_view publisher) {
    return impl_->extents("ORDER BY s.recording, s.stream", publisher);
}
Result<std::vector<StreamEvent>> JournalReader::events_after(StreamKey key, std::int64_t seq,
                                                             int count) {
    return impl_->events_after(key, seq, count);
}

} // namespace jipu
