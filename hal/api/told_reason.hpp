// SPDX-License-Identifier: Apache-2.0
// Why a device is lost, as it was told to people, and whether another reason is worth a word. Pure.
#pragma once

#include <string>
#include <utility>

namespace jipu {

/// A driver tries again and again to open what is lost, and the reason may change: not there, then
/// there and not permitted. A device that is just being plugged in changes it for a moment too, so
/// it takes two attempts one after the other that agree.
class ToldReason {
  public:
    /// This reason was told, or is what everybody expects now.
    void told(std::string why) {
        told_ = std::move(why);
        seen_.clear();
    }
    /// An attempt has failed. True: tell this reason; it counts as told then.
    bool is_news(const std::string& why) {
        if (why == told_) {
            seen_.clear();
            return false;
        }
        if (why != seen_) {
            seen_ = why;
            return false;
        }
        told_ = std::exchange(seen_, {});
        return true;
    }

  private:
    std::string told_;
    std::string seen_; ///< by the attempt before; empty: as told
};

} // namespace jipu
