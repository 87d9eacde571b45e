// SPDX-License-Identifier: Apache-2.0
// A list of bounded length in place: no allocation, and a copy moves what is in it alone.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include "rules/base/contract.hpp"

namespace jipu::inference {

/// A list of at most N things, in place. Only what is in it is there, and copied.
template <typename T, std::size_t N>
class FixedList {
    static_assert(std::is_trivially_destructible_v<T>);

  public:
    FixedList() {} // the items begin when they are pushed
    FixedList(const FixedList& other) : count_(other.count_) {
        std::uninitialized_copy_n(other.items_, count_, items_);
    }
    FixedList& operator=(const FixedList& other) {
        count_ = other.count_;
        std::uninitialized_copy_n(other.items_, count_, items_);
        return *this;
    }
    ~FixedList() = default;

    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    bool full() const { return count_ == N; }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }
    const T* begin() const { return items_; }
    const T* end() const { return items_ + count_; }
    T* begin() { return items_; }
    T* end() { return items_ + count_; }
    /// False, and nothing changes, when the list is full.
    bool push(const T& item) {
        if (full()) return false;
        std::construct_at(items_ + count_++, item);
        return true;
    }
    /// Drops the oldest when full.
    void push_ring(const T& item) {
        if (full()) erase(0);
        push(item);
    }
    void erase(std::size_t i) {
        JIPU_ASSERT(i < count_, "erase past the end");
        for (; i + 1 < count_; ++i)
            items_[i] = items_[i + 1];
        --count_;
    }
    void clear() { count_ = 0; }
    void erase_front(std::size_t count) {
        JIPU_ASSERT(count <= count_, "erase past the end");
        for (std::size_t i = count; i < count_; ++i)
            items_[i - count] = items_[i];
        count_ -= count;
    }
    void truncate(std::size_t count) {
        if (count < count_) count_ = count;
    }

  private:
    union {
        T items_[N];
    };
    std::size_t count_ = 0;
};

} // namespace jipu::inference
