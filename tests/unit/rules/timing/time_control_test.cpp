// SPDX-License-Identifier: Apache-2.0
// The language of time control specs: what is read, how it is written, what is wrong with wrong
// ones.
#include "rules/timing/time_control.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace std::chrono_literals;

namespace {

TimeControl control_of(std::string_view text) {
    const auto control = parse_time_control(text);
    INFO(text << ": " << control.error());
    REQUIRE(control);
    return *control;
}

} // namespace

TEST_CASE("the national time control of the book is read as the book has it") {
    // 000/4.2.1(1)
    const TimeControl control = control_of("90m/40; 30m/20 carry; 15m/10 repeat");
    REQUIRE(control.periods.size() == 3);
    const TimePeriod& first = control.periods[0];
    CHECK(first.time == 90min);
    CHECK(first.moves == 40);
    CHECK_FALSE(first.carry);
    CHECK_FALSE(first.repeat);
    const TimePeriod& second = control.periods[1];
    CHECK(second.time == 30min);
    CHECK(second.moves == 20);
    CHECK(second.carry);
    const TimePeriod& third = control.periods[2];
    CHECK(third.time == 15min);
    CHECK(third.moves == 10);
    CHECK(third.repeat);
    CHECK_FALSE(third.carry);
}

TEST_CASE("every preset is its spec, and its spec is written as it was read") {
    // 000/3.4.3, 000/4.2.1(1), 001/6.1-6.5
    int checked = 0;
    for (const TimePreset& preset : time_presets()) {
        if (preset.spec.empty()) continue;
        INFO(preset.name);
        CHECK(control_of(preset.name) == control_of(preset.spec));
        CHECK(format_time_control(control_of(preset.name)) == preset.spec);
        ++checked;
    }
    CHECK(checked == 9);
    CHECK(control_of("association-5 20m") == control_of("20m"));
    CHECK(control_of("  state-playoff ") == control_of("30m/30; 10m/10 repeat"));
}

TEST_CASE("a spec in any writing comes out in its usual form and means the same") {
    struct Row {
        const char* text;
        const char* usual;
    };
    for (const Row row : {
             Row{"", ""},
             Row{" \t", ""},
             Row{"20m", "20m"},
             Row{"1h30m/40;30m/20   carry ;15m/10 repeat", "90m/40; 30m/20 carry; 15m/10 repeat"},
             Row{"1h", "60m"},
             Row{"2h", "2h"},
             Row{"120m", "2h"},
             Row{"2h30m", "150m"},
             Row{"1m", "60s"},
             Row{"1h0m30s", "3630s"},
             Row{"15m +10s", "15m +10s"},
             Row{"15m/10 repeat carry +30s", "15m/10 +30s carry repeat"},
             Row{"90m/40 +30s; 15m +30s", "90m/40 +30s; 15m +30s"},
             Row{"per-move 2m reserve 30m", "per-move 2m reserve 30m"},
             Row{"3h; byo-yomi 60s keep 5m", "3h; byo-yomi 60s keep 5m"},
             Row{"1h; byo-yomi 30s x3", "60m; byo-yomi 30s x3"},
             Row{"1h; byo-yomi 30s x1", "60m; byo-yomi 30s"},
             Row{"1h; byo-yomi 60s keep 5m x2", "60m; byo-yomi 60s x2 keep 5m"},
             Row{"byo-yomi 30s", "byo-yomi 30s"},
             Row{"1h; block 10m/15", "60m; block 10m/15"},
             Row{"1h; canadian 10m/15", "60m; canadian 10m/15"},
         }) {
        INFO(row.text);
        // `carry` of the first period is wrong by itself: those rows have a period before it.
        const std::string text = std::string(row.text).find("repeat carry") == std::string::npos
                                     ? row.text
                                     : "60m/30; " + std::string(row.text);
        const std::string usual =
            text == row.text ? row.usual : "60m/30; " + std::string(row.usual);
        const TimeControl control = control_of(text);
        CHECK(format_time_control(control) == usual);
        CHECK(control_of(usual) == control);
    }
}

TEST_CASE("the Go forms are data") {
    const TimePeriod reading = control_of("3h; byo-yomi 60s keep 5m").periods[1];
    CHECK(reading.kind == PeriodKind::byo_yomi);
    CHECK(reading.time == 60s);
    CHECK(reading.keep == 5min);
    CHECK(reading.all_readings() == 5);
    CHECK(control_of("1h; byo-yomi 30s").periods[1].all_readings() == 1);
    CHECK(control_of("1h; byo-yomi 30s x5").periods[1].all_readings() == 5);
    CHECK(control_of("1h; block 10m/15").periods[1].kind == PeriodKind::block);
    CHECK(control_of("1h; canadian 10m/15").periods[1].moves == 15);
}

TEST_CASE("a wrong time control is refused with what is wrong and where") {
    struct Row {
        const char* text;
        const char* error;
    };
    for (const Row& row : {
             Row{"90", "1: '90' is not a time such as 90m, 1h30m or 60s"},
             Row{"90x", "1: '90x' is not a time such as 90m, 1h30m or 60s"},
             Row{"90 m", "1: '90' is not a time such as 90m, 1h30m or 60s"},
             Row{"30m1h", "1: '30m1h' is not a time such as 90m, 1h30m or 60s"},
             Row{"-5m", "1: '-5m' is not a time such as 90m, 1h30m or 60s"},
             Row{"1.5h", "1: '1.5h' is not a time such as 90m, 1h30m or 60s"},
             Row{"99999999999h", "1: '99999999999h' is not a time such as 90m, 1h30m or 60s"},
             Row{"0m", "1: '0m' is not from 1s to 100h"},
             Row{"101h", "1: '101h' is not from 1s to 100h"},
             Row{"90m/", "5: '' is not a number of moves from 1 to 1000"},
             Row{"90m/x", "5: 'x' is not a number of moves from 1 to 1000"},
             Row{"90m/0", "5: '0' is not a number of moves from 1 to 1000"},
             Row{"90m/1001", "5: '1001' is not a number of moves from 1 to 1000"},
             Row{"90m/40;", "8: a period is missing"},
             Row{"90m/40;; 15m/10", "8: a period is missing"},
             Row{";", "1: a period is missing"},
             Row{"90m/40; 15m/10 again",
                 "16: 'again' where +<increment>, carry or repeat can stand"},
             Row{"90m/40 carry", "1: no period before it to carry moves from"},
             Row{"90m; 30m/20 carry", "6: the period before it has no quota to carry moves from"},
             Row{"90m/40; 30m carry", "13: carry needs a quota of moves"},
             Row{"5m repeat", "4: repeat needs a quota of moves"},
             Row{"5m/30 repeat; 5m", "15: nothing can follow a period that repeats"},
             Row{"5m +", "5: '' is not a time such as 90m, 1h30m or 60s"},
             Row{"5m +3", "5: '3' is not a time such as 90m, 1h30m or 60s"},
             Row{"5m +3s +4s", "8: a second increment"},
             Row{"per-move", "9: the time of a move is missing"},
             Row{"per-move 2m", "12: reserve <time> is missing"},
             Row{"per-move 2m spare 30m", "13: reserve <time> is missing"},
             Row{"per-move 2m reserve", "20: the reserve is missing"},
             Row{"per-move 2m reserve 30m x", "25: 'x' after the end of the period"},
             Row{"90m; per-move 2m reserve 30m", "6: per-move stands alone"},
             Row{"per-move 2m reserve 30m; 5m", "26: nothing can follow per-move"},
             Row{"3h; byo-yomi", "13: the time of a reading is missing"},
             Row{"3h; byo-yomi 60s y3", "18: 'y3' where x<readings> or keep can stand"},
             Row{"3h; byo-yomi 60s x", "19: '' is not a number of readings from 1 to 1000"},
             Row{"3h; byo-yomi 60s keep 90s",
                 "18: keep is not a multiple of the time of a reading"},
             Row{"5m; byo-yomi 60s keep 5m", "5: it keeps all of the time before it"},
             Row{"byo-yomi 60s keep 5m", "1: no time before it to keep"},
             Row{"3h; byo-yomi 60s; 5m", "19: nothing can follow byo-yomi"},
             Row{"1h; block 10m", "14: /<moves> is missing"},
             Row{"1h; canadian", "13: <time>/<moves> is missing"},
             Row{"1h; canadian 10m/15 carry", "21: 'carry' after the end of the period"},
             Row{"association-5", "1: 'association-5' needs a time: association-5 20m"},
             Row{"association-5 20m/10", "1: 'association-5' takes a time and nothing else"},
             Row{"association-5 20x", "15: '20x' is not a time such as 90m, 1h30m or 60s"},
             Row{"state-national 90m", "16: '90m' after the preset 'state-national'"},
             Row{"fast", "1: there is no preset 'fast'; known are state-national, state-regional, "
                         "state-playoff, state-per-move, association-1, association-2, "
                         "association-3, association-4, association-5, go-national"},
         }) {
        INFO(row.text);
        const auto control = parse_time_control(row.text);
        CHECK_FALSE(control);
        CHECK(control.error() == "time control: character " + std::string(row.error));
    }
}
