// SPDX-License-Identifier: Apache-2.0
// A value or the reason why there is none: how trouble of the outside world is returned.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "rules/base/contract.hpp"

namespace jipu {

/// What went wrong, in words for the person who can mend it.
struct Error {
    std::string message;
};

/// Either a T or an Error.
template <typename T>
class Result {
  public:
    Result(T value) : value_(std::move(value)) {}             // NOLINT: implicit on purpose
    Result(Error error) : error_(std::move(error.message)) {} // NOLINT: implicit on purpose

    explicit operator bool() const { return value_.has_value(); }
    const T& value() const {
        JIPU_ASSERT(value_.has_value(), "value() of a failed Result");
        return *value_;
    }
    T& value() {
        JIPU_ASSERT(value_.has_value(), "value() of a failed Result");
        return *value_;
    }
    const T& operator*() const { return value(); }
    T& operator*() { return value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }
    /// The reason; empty when there is a value.
    const std::string& error() const { return error_; }

  private:
    std::optional<T> value_;
    std::string error_;
};

} // namespace jipu
