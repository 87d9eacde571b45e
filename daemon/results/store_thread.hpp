// SPDX-License-Identifier: Apache-2.0
// The store on a thread of its own behind a bounded queue: the loop never waits for the disk. When
// the queue is full a job is refused, and its sender is told to come again.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "daemon/results/store.hpp"

namespace jipu::results {

class StoreThread {
  public:
    using Job = std::function<void(Store&)>;

    StoreThread(Store store, std::size_t max_jobs)
        : store_(std::move(store)), max_jobs_(max_jobs), thread_([this] { run(); }) {}
    ~StoreThread() { stop(); }
    StoreThread(const StoreThread&) = delete;
    StoreThread& operator=(const StoreThread&) = delete;

    /// False when the queue is full but for `kept_free` jobs or the thread is stopping; the job is
    /// then dropped.
    bool try_post(Job job, std::size_t kept_free = 0) {
        const std::lock_guard lock(mutex_);
        if (stopping_ || jobs_.size() + kept_free >= max_jobs_) return false;
        jobs_.push_back(std::move(job));
        wake_.notify_one();
        return true;
    }
    /// Takes no more jobs, does those it has, and ends.
    void stop() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            wake_.notify_one();
        }
        if (thread_.joinable()) thread_.join();
    }

  private:
    void run() {
        for (;;) {
            Job job;
            {
                std::unique_lock lock(mutex_);
                wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
                if (jobs_.empty()) return;
                job = std::move(jobs_.front());
                jobs_.pop_front();
            }
            job(store_);
        }
    }

    Store store_;
    std::size_t max_jobs_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> jobs_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace jipu::results
