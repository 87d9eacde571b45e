// SPDX-License-Identifier: Apache-2.0
// stdio, because a stream buffer throws without a name when it is given a folder.
#include "config/read_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

namespace jipu {

Result<std::string> read_stream(std::FILE* in, std::size_t most_bytes) {
    std::string bytes;
    std::array<char, 65536> block;
    while (const std::size_t got = std::fread(block.data(), 1, block.size(), in)) {
        if (got > most_bytes - bytes.size())
            return Error{"larger than " + std::to_string(most_bytes) + " bytes"};
        bytes.append(block.data(), got);
    }
    if (std::ferror(in) != 0) return Error{std::strerror(errno)};
    return bytes;
}

Result<std::string> read_file(const std::string& path, std::size_t most_bytes) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(path.c_str(), "rbe"),
                                                             &std::fclose);
    if (!in) return Error{std::strerror(errno)};
    return read_stream(in.get(), most_bytes);
}

} // namespace jipu
