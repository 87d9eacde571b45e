// SPDX-License-Identifier: Apache-2.0
// A whole file into memory, and why not when it cannot be: each program names the file and the
// reason in its one line. It knows nothing of what stands in the file.
#pragma once

#include <cstddef>
#include <cstdio>
#include <limits>
#include <string>

#include "rules/base/result.hpp"

namespace jipu {

/// All that `in` gives from here on, up to `most_bytes`. The error is the reason alone ("Is a
/// directory", "larger than 1048576 bytes"); the stream stays its owner's.
Result<std::string> read_stream(std::FILE* in,
                                std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

/// The whole of a file; its error as above, without the name.
Result<std::string> read_file(const std::string& path,
                              std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

} // namespace jipu
