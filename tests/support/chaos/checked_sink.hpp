// SPDX-License-Identifier: Apache-2.0
// A receiver of effects that aborts at the first one that no receiver could make sense of.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daemon/table/effect.hpp"
#include "daemon/wire/final_record.hpp"

namespace jipu::test {

/// Folds the record and the alerts as a receiver does, and keeps the lines.
class CheckedSink final : public EffectSink {
  public:
    void emit(const Effect& effect) override;
    const FinalRecord& record() const { return record_; }
    std::size_t open_alerts() const { return open_.size(); }
    const std::vector<std::string>& lines() const { return lines_; }

  private:
    Instant last_;
    FinalRecord record_;
    std::map<std::string, std::string> open_; ///< id -> code
    std::vector<std::string> lines_;
};

} // namespace jipu::test
