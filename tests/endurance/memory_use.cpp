// SPDX-License-Identifier: Apache-2.0
// operator new and delete that count what is out; what the kernel and malloc say of the process.
#include "tests/endurance/memory_use.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>

#include "tests/support/catch.hpp"

namespace {

std::atomic<std::int64_t> out_blocks{0}, out_bytes{0};

void* counted(void* memory) {
    if (memory != nullptr) {
        out_blocks.fetch_add(1, std::memory_order_relaxed);
        out_bytes.fetch_add(static_cast<std::int64_t>(::malloc_usable_size(memory)),
                            std::memory_order_relaxed);
    }
    return memory;
}

void* allocate(std::size_t size) {
    if (void* memory = counted(std::malloc(size == 0 ? 1 : size))) return memory;
    throw std::bad_alloc();
}

void give_back(void* memory) {
    if (memory == nullptr) return;
    out_blocks.fetch_sub(1, std::memory_order_relaxed);
    out_bytes.fetch_sub(static_cast<std::int64_t>(::malloc_usable_size(memory)),
                        std::memory_order_relaxed);
    std::free(memory);
}

} // namespace

void* operator new(std::size_t size) {
    return allocate(size);
}
void* operator new[](std::size_t size) {
    return allocate(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return counted(std::malloc(size == 0 ? 1 : size));
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return counted(std::malloc(size == 0 ? 1 : size));
}
void operator delete(void* memory) noexcept {
    give_back(memory);
}
void operator delete[](void* memory) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    give_back(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    give_back(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    give_back(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
    give_back(memory);
}

namespace jipu::test {

namespace {

std::size_t entries(const char* folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

std::int64_t resident_kb() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        std::int64_t kb = 0;
        if (word == "RssAnon:" && status >> kb) return kb;
    }
    return 0;
}

std::string change(const char* name, std::int64_t before, std::int64_t after) {
    const std::int64_t more = after - before;
    return std::string(name) + ' ' + std::to_string(after) + (more < 0 ? " (" : " (+") +
           std::to_string(more) + ") ";
}

} // namespace

MemoryUse memory_use() {
    MemoryUse use;
    use.blocks = out_blocks.load();
    use.block_bytes = out_bytes.load();
    const struct mallinfo2 heap = ::mallinfo2();
    use.heap_bytes = static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
    use.resident_kb = resident_kb();
    use.descriptors = entries("/proc/self/fd");
    use.threads = entries("/proc/self/task");
    return use;
}

std::string growth(const MemoryUse& before, const MemoryUse& after) {
    const auto number = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    return change("blocks", before.blocks, after.blocks) +
           change("bytes", before.block_bytes, after.block_bytes) +
           change("heap", before.heap_bytes, after.heap_bytes) +
           change("resident kB", before.resident_kb, after.resident_kb) +
           change("descriptors", number(before.descriptors), number(after.descriptors)) +
           change("threads", number(before.threads), number(after.threads));
}

bool skipped_unless_full() {
    if (std::getenv("JIPU_FULL") != nullptr) return false;
    WARN("SKIPPED: set JIPU_FULL to go on for minutes");
    return true;
}

} // namespace jipu::test
