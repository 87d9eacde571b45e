// SPDX-License-Identifier: Apache-2.0
// The fields that commands are made of, within this room: what each must look like, and where its
// value goes. Which command has which fields is command_json.cpp's to say.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/table/command.hpp"
#include "daemon/wire/json.hpp"

namespace jipu::command_detail {

/// Where a field's reader writes; an empty answer means that the value was good.
struct Reading {
    Game game;
    Command& command;
    const std::string& field;
    const Json& value;

    /// `"field" must be <what>, not <value>`
    std::string expected(const std::string& what) const;
};

using Reader = std::string (*)(const Reading&);

/// One field of a command and its reader.
struct Field {
    std::string_view name;
    bool needed;
    Reader read;
};

std::string read_text(const Reading& r, std::string& out, const std::string& what);
std::string read_number(const Reading& r, std::int64_t low, std::int64_t high, std::int64_t& out);
std::string read_info_text(const Reading& r, std::optional<std::string>& out);

std::string read_side(const Reading& r);
std::string read_players(const Reading& r);
std::string read_start(const Reading& r);
std::string read_fen(const Reading& r);
std::string read_result(const Reading& r);
std::string read_ending(const Reading& r);
std::string read_claim(const Reading& r);
std::string read_kind(const Reading& r);
std::string read_ruling(const Reading& r);
std::string read_clock(const Reading& r);
std::string read_move(const Reading& r);
std::string read_digest(const Reading& r);
std::string read_dead(const Reading& r);
std::string read_absent(const Reading& r);
std::string read_faulty(const Reading& r);
std::string read_missing(const Reading& r);
std::string read_machine(const Reading& r);
std::string read_off(const Reading& r);

template <std::optional<std::string> GameInfo::*Member>
std::string read_info(const Reading& r) {
    return read_info_text(r, r.command.info.*Member);
}

template <int Low>
std::string read_ply(const Reading& r) {
    std::int64_t ply = 0;
    std::string wrong = read_number(r, Low, 9999, ply);
    if (wrong.empty()) r.command.ply = static_cast<int>(ply);
    return wrong;
}

template <bool Command::*Member>
std::string read_flag(const Reading& r) {
    if (!r.value.is_boolean()) return r.expected("true or false");
    r.command.*Member = r.value.get<bool>();
    return "";
}

template <std::string Command::*Member>
std::string read_plain(const Reading& r) {
    return read_text(r, r.command.*Member, "a text of 1 to 400 bytes");
}

} // namespace jipu::command_detail
