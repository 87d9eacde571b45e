// SPDX-License-Identifier: Apache-2.0
// One trace file, written beside its name and renamed when whole; the oldest go when the folder is
// full.
#include "daemon/recording/trace_recorder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <tuple>
#include <utility>

namespace jipu {
namespace {

constexpr std::string_view whole_suffix = ".trace";
constexpr std::string_view part_suffix = ".trace.part";

using Folder = std::filesystem::directory_iterator; // never in a range-for: its ++ throws

std::string failure(const std::filesystem::path& path, const char* doing) {
    return "trace " + path.string() + ": cannot be " + doing + ": " + std::strerror(errno);
}

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t done = ::write(fd, bytes.data(), bytes.size());
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(done));
    }
    return true;
}

} // namespace

TraceRecorder::TraceRecorder(std::filesystem::path dir, std::int64_t most_bytes)
    : dir_(std::move(dir)), most_bytes_(most_bytes) {}

TraceRecorder::~TraceRecorder() {
    abandon();
}

std::filesystem::path TraceRecorder::part() const {
    return dir_ / (game_name_ + std::string(part_suffix));
}

TraceRecorder::Trouble TraceRecorder::begin(std::string_view game_name, std::string_view header) {
    abandon();
    std::error_code error;
    std::filesystem::create_directories(dir_, error);
    if (error) return "trace folder " + dir_.string() + ": cannot be made: " + error.message();
    game_name_ = game_name;
    fd_ = ::open(part().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0640);
    if (fd_ < 0) return failure(part(), "opened");
    return append(header);
}

TraceRecorder::Trouble TraceRecorder::append(std::string_view lines) {
    if (fd_ < 0 || write_all(fd_, lines)) return std::nullopt;
    return failure(part(), "written");
}

TraceRecorder::Trouble TraceRecorder::close() {
    if (fd_ < 0) return std::nullopt;
    if (::fsync(fd_) != 0) return failure(part(), "synced");
    ::close(std::exchange(fd_, -1));
    const std::filesystem::path whole = dir_ / (game_name_ + std::string(whole_suffix));
    if (::rename(part().c_str(), whole.c_str()) != 0) return failure(part(), "renamed");
    const int folder = ::open(dir_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return failure(dir_, "opened");
    const bool synced = ::fsync(folder) == 0;
    ::close(folder);
    if (!synced) return failure(dir_, "synced");
    return rotate();
}

void TraceRecorder::abandon() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

TraceRecorder::Trouble TraceRecorder::rotate() {
    struct Kept {
        std::filesystem::file_time_type written;
        std::filesystem::path path;
        std::int64_t bytes;
    };
    std::vector<Kept> kept;
    std::int64_t total = 0;
    std::error_code error;
    for (Folder at(dir_, error); !error && at != Folder(); at.increment(error)) {
        if (!at->path().string().ends_with(whole_suffix)) continue;
        std::error_code gone;
        Kept file{at->last_write_time(gone), at->path(), 0};
        if (!gone) file.bytes = static_cast<std::int64_t>(at->file_size(gone));
        if (gone) continue;
        total += file.bytes;
        kept.push_back(std::move(file));
    }
    if (error) return "trace folder " + dir_.string() + ": cannot be read: " + error.message();
    std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) {
        return std::tie(a.written, a.path) < std::tie(b.written, b.path);
    });
    const std::filesystem::path newest = dir_ / (game_name_ + std::string(whole_suffix));
    for (const Kept& file : kept) {
        // The game just closed is what a person looks for, however small the bound is.
        if (total <= most_bytes_ || file.path == newest) continue;
        std::filesystem::remove(file.path, error);
        if (error) {
            return "trace " + file.path.string() + ": cannot be removed: " + error.message();
        }
        total -= file.bytes;
    }
    return std::nullopt;
}

std::vector<std::string> TraceRecorder::left_over() const {
    std::vector<std::string> names;
    std::error_code error;
    for (Folder at(dir_, error); !error && at != Folder(); at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name.ends_with(part_suffix)) {
            names.push_back(name.substr(0, name.size() - part_suffix.size()));
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace jipu
