// SPDX-License-Identifier: Apache-2.0
// See machine_checks.hpp.
#include "daemon/app/jipu/selftest/machine_checks.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "daemon/app/common/notify.hpp"
#include "daemon/publishing/http_publisher.hpp"

namespace jipu::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t least_free_mb = 100; ///< a long game and its trace need a few

// The folder itself, or the nearest above it that is there: jipud makes the rest.
fs::path nearest(fs::path folder) {
    std::error_code failed;
    while (!fs::exists(folder, failed) && folder.has_parent_path() &&
           folder != folder.parent_path())
        folder = folder.parent_path();
    return folder;
}

// A file is made and removed again: permissions, quotas and read-only disks all have a say.
std::string why_not_writable(const fs::path& folder) {
    std::string name = (folder / ".jipu-selftest-XXXXXX").string();
    const int fd = ::mkostemp(name.data(), O_CLOEXEC);
    if (fd < 0) return std::strerror(errno);
    const bool written = ::write(fd, "x", 1) == 1;
    std::string why = written ? "" : std::strerror(errno);
    ::close(fd);
    ::unlink(name.c_str());
    return why;
}

Check check_folder(const std::string& device, const fs::path& wanted) {
    const fs::path folder = nearest(wanted);
    if (const std::string why = why_not_writable(folder); !why.empty())
        return failed(device, folder.string() + ": " + why,
                      "give it to the user of jipud, or run this as that user: sudo -u jipu jipu "
                      "selftest");
    std::error_code wrong;
    const fs::space_info space = fs::space(folder, wrong);
    if (wrong) return failed(device, folder.string() + ": " + wrong.message(), "look at the disk");
    const std::uintmax_t mb = space.available >> 20U;
    const std::string room = folder.string() + ", " + std::to_string(mb) + " MB free";
    if (mb < least_free_mb)
        return failed(device, room,
                      "make room: games need " + std::to_string(least_free_mb) + " MB");
    return ok(device, room);
}

Check check_journal(const fs::path& path) {
    Check check = check_folder("journal", path.parent_path());
    std::error_code ignored; // what cannot be seen is not there
    if (check.outcome == Outcome::ok && fs::exists(path, ignored) &&
        ::access(path.c_str(), R_OK | W_OK) != 0)
        return failed("journal", path.string() + ": " + std::strerror(errno),
                      "give it to the user of jipud");
    return check;
}

// Where jipud will listen. Free space is not asked for: it is a folder in memory.
Check check_control(const fs::path& socket) {
    const fs::path folder = nearest(socket.parent_path());
    if (const std::string why = why_not_writable(folder); !why.empty())
        return failed("control", folder.string() + ": " + why,
                      "systemd-tmpfiles --create, or run this as the user of jipud");
    std::error_code ignored; // what cannot be seen is not there
    if (fs::exists(socket, ignored) && !fs::is_socket(socket, ignored))
        return failed("control", socket.string() + " is there, and is no socket",
                      "remove it, or name another [control] socket");
    return ok("control", "jipud can listen at " + socket.string());
}

} // namespace

Checks disk_checks(const Config& config) {
    return {check_journal(config.journal_path),
            config.trace_enabled ? check_folder("traces", config.trace_directory)
                                 : skipped("traces", "the configuration wants none")};
}

Check time_check(const Config& config, const app::Surroundings& surroundings) {
    if (surroundings.is_synced()) return ok("time", "the system clock is synchronised");
    if (!config.check_time_sync)
        return skipped("time",
                       "not synchronised; check_time_sync = false says that somebody sets it");
    return failed("time", "the system clock is not synchronised",
                  "timedatectl set-ntp true and a network; or check_time_sync = false where a "
                  "battery-backed clock keeps it");
}

Checks service_checks(const Config& config, bool served) {
    Checks out;
    out.push_back(served ? ok("jipud", "it answers at " + config.control_socket)
                         : skipped("jipud", "it does not run: the devices are opened here"));
    if (!served) out.push_back(check_control(config.control_socket));
    if (std::getenv("NOTIFY_SOCKET") == nullptr) {
        out.push_back(skipped("service", "not started by the service manager"));
        return out;
    }
    const auto interval = app::notify::watchdog_interval_us();
    out.push_back(ok("service", interval ? "the service manager's watchdog waits " +
                                               std::to_string(*interval / 1'000'000) + " s"
                                         : "the service manager listens; it has no watchdog"));
    return out;
}

Checks publish_checks(const Config& config) {
    Checks out;
    for (const HttpPublishConfig& one : config.http) {
        const std::string name = "publish." + one.name;
        const auto answer = try_service(http_publisher_config(one, config.board.name));
        out.push_back(answer ? ok(name, one.url + ", " + *answer)
                             : failed(name, one.url + ": " + answer.error(),
                                      "look at the network and at [publish.http." + one.name +
                                          "]: url, token_file, ca_file"));
    }
    if (out.empty())
        out.push_back(skipped("publish", "the configuration names no results service"));
    return out;
}

} // namespace jipu::tool
