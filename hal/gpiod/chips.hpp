// SPDX-License-Identifier: Apache-2.0
// Finds a gpiochip by what a wiring calls it, and says in words why a line cannot be had: what both
// versions of libgpiod need and neither has.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/base/result.hpp"

namespace jipu::gpio {

/// The label of the chip at a path; an errno value is left in errno when there is none.
using ReadLabel = std::function<std::optional<std::string>(const std::string& path)>;

/// The path of the chip: `chip` is a path, a name below `folder`, or a label. A label that several
/// chips bear is refused, since which of them is meant cannot be known.
Result<std::string> find_chip(const std::string& chip, const ReadLabel& label_of,
                              const std::string& folder = "/dev");

/// `text` as an offset; nothing when it is a name.
std::optional<unsigned> as_offset(std::string_view text);

/// `cannot WHAT: reason of errno`.
Error because(const std::string& what, int code);

/// Who has line number `i` of a request, empty: it does not say; nothing: nobody has it.
using HolderOf = std::function<std::optional<std::string>(std::size_t i)>;

/// Why these lines (at least one) of a chip are refused, with the errno value that says so.
Error refused_lines(std::span<const std::string> lines, const std::string& chip, int code,
                    const HolderOf& holder_of);

/// Why a request was refused: `holder` is who has the line, if anybody.
Error refused_line(const std::string& line, const std::string& chip,
                   const std::optional<std::string>& holder);

} // namespace jipu::gpio
