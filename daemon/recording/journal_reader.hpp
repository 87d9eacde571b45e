// SPDX-License-Identifier: Apache-2.0
// Reads a journal beside its writer, through a connection of its own: for the start, for publishers
// and for tools. It writes nothing and must not know threads; one reader belongs to one thread.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/recording/records.hpp"
#include "rules/base/result.hpp"

namespace jipu {

class JournalReader {
  public:
    /// Opens at the first read, and again after a failure. `vfs`: as JournalOptions has it.
    explicit JournalReader(std::filesystem::path path, std::string vfs = {});
    ~JournalReader();
    JournalReader(JournalReader&&) noexcept;
    JournalReader& operator=(JournalReader&&) noexcept;

    /// The newest recording that is not closed, with everything in it.
    Result<std::optional<UnfinishedRecording>> unfinished();
    /// A recording by its game's name, closed or not.
    Result<std::optional<UnfinishedRecording>> recording(std::string_view game_name);
    /// The streams that go further than the publisher's cursor, the oldest game first.
    Result<std::vector<StreamExtent>> lagging(std::string_view publisher);
    /// Every stream and the publisher's cursor in it.
    Result<std::vector<StreamExtent>> extents(std::string_view publisher);
    /// Up to `count` events of a stream after `seq`, in order.
    Result<std::vector<StreamEvent>> events_after(StreamKey key, std::int64_t seq, int count);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace jipu
