// SPDX-License-Identifier: Apache-2.0
// One table of a TOML file, read key by key: types, ranges, words and unknown keys are checked
// here. It must not know which keys there are; load.cpp says that.
#pragma once

#include <toml++/toml.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/load.hpp"

namespace jipu::config_detail {

/// Errors with their places; sorted by place at the end, since keys are not read in file order.
class ErrorList {
  public:
    explicit ErrorList(LoadedConfig& loaded) : loaded_(loaded) {}
    void add(ConfigPlace place, const std::string& key, const std::string& message);
    /// Remembers where the value of `key` stands.
    void remember(const std::string& key, ConfigPlace place) { loaded_.places[key] = place; }
    ConfigPlace place_of(const std::string& key) const;
    bool has(const std::string& key) const { return loaded_.places.count(key) != 0; }
    void finish();

  private:
    struct Entry {
        ConfigPlace place;
        std::string text;
    };
    LoadedConfig& loaded_;
    std::vector<Entry> entries_;
};

/// Says what is expected instead of `value`, or nothing when it is right.
using TextCheck = std::function<std::string(const std::string& value)>;

/// The words a key takes. `refused`: words known elsewhere, with the reason why not here.
template <typename T>
struct Choice {
    std::vector<std::pair<std::string_view, T>> words;
    std::vector<std::pair<std::string_view, std::string_view>> refused;
};

class Section {
  public:
    /// `table` may be null: the section is not there, every key keeps its default.
    Section(ErrorList& errors, const toml::table* table, std::string prefix);

    void text(std::string_view key, std::string& out, const TextCheck& check);
    void integer(std::string_view key, std::int64_t& out, std::int64_t low, std::int64_t high,
                 std::string_view unit);
    void boolean(std::string_view key, bool& out);
    /// A list of different words out of `allowed`, at least one.
    void words(std::string_view key, std::vector<std::string>& out,
               const std::vector<std::string_view>& allowed);
    template <typename T>
    void choice(std::string_view key, T& out, const Choice<T>& choice) {
        std::string word;
        if (!take_word(key, word)) return;
        for (const auto& [name, value] : choice.words) {
            if (name == word) {
                out = value;
                return;
            }
        }
        std::vector<std::string_view> names;
        for (const auto& entry : choice.words)
            names.push_back(entry.first);
        wrong_word(key, word, names, choice.refused);
    }
    /// A value that the caller reads by itself; null: it is not there.
    const toml::node* take(std::string_view key);
    /// The error of a value that is not what it should be; `node`: the value, or a part of it.
    void wrong_type(std::string_view key, const toml::node& node, const std::string& expected);
    /// The error of a value that is not there; it stands where the section does.
    void missing(std::string_view key, const std::string& expected);
    /// A table below this one; null (and an error) when the key holds something else.
    const toml::table* table(std::string_view key);
    /// Every key of the section that was not asked for is an error. Call it last.
    void finish();

    std::string path(std::string_view key) const;
    ErrorList& errors() { return errors_; }

  private:
    bool take_word(std::string_view key, std::string& word);
    void wrong_word(std::string_view key, const std::string& word,
                    const std::vector<std::string_view>& names,
                    const std::vector<std::pair<std::string_view, std::string_view>>& refused);

    ErrorList& errors_;
    const toml::table* table_;
    std::string prefix_;
    std::set<std::string, std::less<>> known_;
};

ConfigPlace place_of(const toml::source_region& region);
/// The word of `names` that `given` was probably meant to be; empty: none is near.
std::string nearest(std::string_view given, const std::vector<std::string_view>& names);
/// A value as it may be shown in one line: control characters escaped, at most `most` characters.
std::string shown(std::string_view text, std::size_t most = 60);

} // namespace jipu::config_detail
