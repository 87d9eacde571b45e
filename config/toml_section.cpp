// SPDX-License-Identifier: Apache-2.0
// See toml_section.hpp.
#include "config/toml_section.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <sstream>

namespace jipu::config_detail {
namespace {

// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            now[j] = std::min({now[j - 1] + 1, last[j] + 1, last[j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = std::min(now[j], before[j - 2] + 1);
            }
        }
        before = last;
        last = now;
    }
    return last[b.size()];
}

// How a value reads in a message: `"fast"`, `3.5`, `a list`.
std::string described(const toml::node& node) {
    if (const auto* text = node.as_string()) return '"' + shown(text->get()) + '"';
    if (const auto* number = node.as_integer()) return std::to_string(number->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
    if (const auto* number = node.as_floating_point()) {
        std::ostringstream out;
        out << number->get();
        // A whole value keeps its point, so that the reader sees why it is refused.
        const bool whole = out.str().find_first_not_of("-0123456789") == std::string::npos;
        return out.str() + (whole ? ".0" : "");
    }
    if (node.is_table()) return "a table";
    if (node.is_array()) return "a list";
    return "a date or time";
}

std::string joined(const std::vector<std::string_view>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) out += i + 1 == names.size() ? " or " : ", ";
        out += '"';
        out += names[i];
        out += '"';
    }
    return out;
}

} // namespace

ConfigPlace place_of(const toml::source_region& region) {
    if (!region.begin) return {};
    return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

std::string nearest(std::string_view given, const std::vector<std::string_view>& names) {
    if (given.size() > 64) return {};
    std::string best;
    std::size_t least = std::max<std::size_t>(2, given.size() / 3) + 1;
    for (const std::string_view name : names) {
        if (given.size() >= 3 && name.substr(0, given.size()) == given) return std::string(name);
        const std::size_t distance = edit_distance(given, name);
        if (distance < least && distance < name.size()) {
            least = distance;
            best = name;
        }
    }
    return best;
}

std::string shown(std::string_view text, std::size_t most) {
    std::string out;
    std::size_t characters = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0U) != 0x80 && ++characters > most) return out + "...";
        if (byte < 0x20 || byte == 0x7f) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
            out += escaped;
        } else {
            out += c;
        }
    }
    return out;
}

void ErrorList::add(ConfigPlace place, const std::string& key, const std::string& message) {
    entries_.push_back({place, loaded_.file + ':' + std::to_string(place.line) + ':' +
                                   std::to_string(place.column) + ": " + key + ": " + message});
}

ConfigPlace ErrorList::place_of(const std::string& key) const {
    const auto found = loaded_.places.find(key);
    return found == loaded_.places.end() ? ConfigPlace{} : found->second;
}

void ErrorList::finish() {
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    for (Entry& entry : entries_)
        loaded_.errors.push_back(std::move(entry.text));
    entries_.clear();
}

Section::Section(ErrorList& errors, const toml::table* table, std::string prefix)
    : errors_(errors), table_(table), prefix_(std::move(prefix)) {}

std::string Section::path(std::string_view key) const {
    return prefix_.empty() ? std::string(key) : prefix_ + '.' + std::string(key);
}

const toml::node* Section::take(std::string_view key) {
    known_.emplace(key);
    if (table_ == nullptr) return nullptr;
    const toml::node* node = table_->get(key);
    if (node != nullptr) errors_.remember(path(key), config_detail::place_of(node->source()));
    return node;
}

void Section::wrong_type(std::string_view key, const toml::node& node,
                         const std::string& expected) {
    errors_.add(config_detail::place_of(node.source()), path(key),
                described(node) + " was given, expected " + expected);
}

void Section::missing(std::string_view key, const std::string& expected) {
    const ConfigPlace place =
        table_ == nullptr ? ConfigPlace{} : config_detail::place_of(table_->source());
    errors_.add(place, path(key), "is missing, expected " + expected);
}

void Section::text(std::string_view key, std::string& out, const TextCheck& check) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto* value = node->as_string();
    if (value == nullptr) {
        wrong_type(key, *node, "text in quotes");
        return;
    }
    if (const std::string expected = check(value->get()); !expected.empty()) {
        wrong_type(key, *node, expected);
        return;
    }
    out = value->get();
}

void Section::integer(std::string_view key, std::int64_t& out, std::int64_t low, std::int64_t high,
                      std::string_view unit) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto* value = node->as_integer();
    if (value == nullptr || value->get() < low || value->get() > high) {
        wrong_type(key, *node,
                   "a whole number of " + std::string(unit) + " from " + std::to_string(low) +
                       " to " + std::to_string(high));
        return;
    }
    out = value->get();
}

void Section::boolean(std::string_view key, bool& out) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    if (const auto* value = node->as_boolean()) {
        out = value->get();
    } else {
        wrong_type(key, *node, "true or false");
    }
}

void Section::words(std::string_view key, std::vector<std::string>& out,
                    const std::vector<std::string_view>& allowed) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const std::string expected = "a list of different words out of " + joined(allowed);
    const auto* list = node->as_array();
    if (list == nullptr || list->empty()) {
        wrong_type(key, *node, expected);
        return;
    }
    std::vector<std::string> read;
    for (const toml::node& entry : *list) {
        const auto* word = entry.as_string();
        const bool right = word != nullptr &&
                           std::find(allowed.begin(), allowed.end(),
                                     std::string_view(word->get())) != allowed.end() &&
                           std::find(read.begin(), read.end(), word->get()) == read.end();
        if (!right) {
            wrong_type(key, entry, expected);
            return;
        }
        read.push_back(word->get());
    }
    out = std::move(read);
}

bool Section::take_word(std::string_view key, std::string& word) {
    const toml::node* node = take(key);
    if (node == nullptr) return false;
    const auto* value = node->as_string();
    if (value == nullptr) {
        wrong_type(key, *node, "a word in quotes");
        return false;
    }
    word = value->get();
    return true;
}

void Section::wrong_word(
    std::string_view key, const std::string& word, const std::vector<std::string_view>& names,
    const std::vector<std::pair<std::string_view, std::string_view>>& refused) {
    const auto place = errors_.place_of(path(key));
    for (const auto& [name, why] : refused) {
        if (name == word) {
            errors_.add(place, path(key),
                        '"' + word + "\" " + std::string(why) + ", expected " + joined(names));
            return;
        }
    }
    std::string message = '"' + shown(word) + "\" was given, expected " + joined(names);
    const std::string meant = names.size() > 1 ? nearest(word, names) : std::string();
    if (!meant.empty()) {
        message += "; did you mean \"" + meant + "\"?";
    }
    errors_.add(place, path(key), message);
}

const toml::table* Section::table(std::string_view key) {
    const toml::node* node = take(key);
    if (node == nullptr) return nullptr;
    const auto* found = node->as_table();
    if (found == nullptr) wrong_type(key, *node, "a table [" + path(key) + "]");
    return found;
}

void Section::finish() {
    if (table_ == nullptr) return;
    const std::vector<std::string_view> names(known_.begin(), known_.end());
    for (const auto& [key, node] : *table_) {
        if (known_.count(std::string_view(key.str())) != 0) continue;
        std::string message = "there is no such key";
        if (!prefix_.empty()) message += " in [" + prefix_ + "]";
        if (const std::string meant = nearest(key.str(), names); !meant.empty()) {
            message += "; did you mean \"" + meant + "\"?";
        } else {
            message += "; expected one of";
            for (std::size_t i = 0; i < names.size(); ++i)
                message += (i == 0 ? " " : ", ") + std::string(names[i]);
        }
        errors_.add(config_detail::place_of(key.source()), path(shown(key.str())), message);
    }
}

} // namespace jipu::config_detail
