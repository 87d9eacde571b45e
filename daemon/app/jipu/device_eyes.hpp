// SPDX-License-Identifier: Apache-2.0
// How a tool looks at the devices of a configuration: through the daemon where it runs, because
// they are its own, else by opening them itself.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daemon/app/common/device_view.hpp"
#include "hal/api/drivers.hpp"

namespace boost::asio {
class io_context;
}

namespace jipu::tool {

class DeviceEyes {
  public:
    DeviceEyes() = default;
    DeviceEyes(const DeviceEyes&) = delete;
    DeviceEyes& operator=(const DeviceEyes&) = delete;
    virtual ~DeviceEyes() = default;
    /// As they are now. Throws std::runtime_error when the daemon cannot be asked any more.
    virtual app::DeviceView look() = 0;
    /// What the board's driver said for people so far.
    virtual std::vector<std::string> notes() const = 0;
};

/// Asks the daemon at this control socket each time. Throws as ControlClient does.
std::unique_ptr<DeviceEyes> eyes_of_daemon(const std::string& socket);
/// Opens board and clock, which are watched while the loop runs. `changes`: hears of the board what
/// comes; null: nobody.
std::unique_ptr<DeviceEyes> own_eyes(boost::asio::io_context& loop, const Config& config,
                                     BoardSink* changes);

} // namespace jipu::tool
