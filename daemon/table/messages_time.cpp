// SPDX-License-Identifier: Apache-2.0
// What the alerts about time, lateness and adjournment say. One sentence a code and language.
#include "daemon/table/messages.hpp"

#include <algorithm>
#include <cstdio>

namespace jipu::messages {

namespace {

std::string zh(const AlertData& alert) {
    if (!alert.side) return "";
    return side_zh(*alert.side);
}

std::string en(const AlertData& alert) {
    if (!alert.side) return "a player";
    return side_en(*alert.side);
}

bool begins(const std::string& text, std::string_view with) {
    return text.starts_with(with);
}

struct Counted {
    std::int64_t number = 0;
    bool minutes = false; ///< else seconds
};

/// In whole minutes where it is so many.
Counted counted_in(Duration span) {
    const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(span).count();
    if (seconds > 0 && seconds % 60 == 0) return {seconds / 60, true};
    return {seconds, false};
}

// "jump: red -12.300 s" in Chinese, as far as it says more than its first word.
std::string oddity_zh(const AlertData& a) {
    const std::size_t number = a.reason.find_first_of("+-");
    if (number == std::string::npos) return "";
    return zh(a) + " " + a.reason.substr(number, a.reason.rfind(' ') - number) + " 秒";
}

// One part of why a flag fell.
std::string flag_part_zh(const std::string& part) {
    int made = 0, quota = 0, period = 0;
    char word[40] = "";
    const auto number = [](int n) { return " " + std::to_string(n) + " "; };
    if (std::sscanf(part.c_str(), "%d of %d moves in period %d", &made, &quota, &period) == 3)
        return "第" + number(period) + "时段规定" + number(quota) + "着，只走" + number(made) +
               "着";
    if (std::sscanf(part.c_str(), "the time of period %d is used up", &period) == 1)
        return "第" + number(period) + "时段的时间用完";
    if (part.ends_with(" was not pressed")) return part.substr(0, part.find(' ')) + " 未按钟";
    if (std::sscanf(part.c_str(), "pressed %39s s after", word) == 1)
        return std::string("超时 ") + word + " 秒后才按钟";
    return part == "the clock shows 0" ? "棋钟显示 0" : part;
}

std::string flag_zh(const std::string& reason) {
    std::string out;
    for (std::size_t from = 0; from < reason.size();) {
        const std::size_t to = std::min(reason.find("; ", from), reason.size());
        out += (out.empty() ? "" : "；") + flag_part_zh(reason.substr(from, to - from));
        from = to + 2;
    }
    return out;
}

void describe_clock(AlertData& a) {
    if (begins(a.reason, "jump"))
        say(a, "棋钟读数跳变，仍用跳变前的时间；若棋钟不准应予更换：" + oddity_zh(a),
            "the clock's times jumped; the last good ones are kept. A clock that is wrong is "
            "replaced: " +
                a.reason);
    else if (begins(a.reason, "rise"))
        say(a, "棋钟读数无故增加，取较小者：" + oddity_zh(a),
            "a time of the clock rose without a reason; the smaller one is kept: " + a.reason);
    else if (begins(a.reason, "rate"))
        say(a, "棋钟走时不准，应予更换：" + oddity_zh(a),
            "the clock does not run true and is to be replaced: " + a.reason);
    else if (a.reason == "wrong-side")
        say(a, zh(a) + "的钟在走，而记录上轮到对方走棋",
            en(a) + "'s clock runs, but by the record the other side is to move");
}

void describe_late(AlertData& a) {
    if (a.reason == "both are over the limit")
        say(a, zh(a) + "迟到超过时限，双方均超过者作双方弃权",
            en(a) + " is over the limit for coming late; both are: both forfeit (0-0)");
    else if (a.reason == "over the limit")
        say(a, zh(a) + "迟到超过时限，应判负",
            en(a) + " is over the limit for coming late and forfeits the game");
    else
        say(a, zh(a) + "至迟到时限尚未走棋，请核对是否到场",
            en(a) + " has made no move by the limit for coming late: check who is there");
}

void describe_sealed(AlertData& a) {
    if (a.reason == "illegal")
        say(a, zh(a) + "封棋着法 " + a.move + " 有误，应判负",
            en(a) + "'s sealed move " + a.move + " cannot be played: the game is lost");
    else if (a.reason == "unclear")
        say(a, zh(a) + "封棋着法书写不清，按 " + a.move + " 走，记违例一次",
            en(a) + "'s sealed move is not clear; it is played as " + a.move + ", and is a foul");
    else if (a.reason == "sheet-missing")
        say(a, zh(a) + "封套内没有封棋记录，应判负",
            en(a) + "'s sheet is not in the envelope: the game is lost");
    else if (a.reason == "envelope-lost")
        say(a, "封棋信封遗失：双方能一致复原局面和用时则续赛，否则作废重下",
            "the envelope is lost: play on if both agree on position and times, else the game is "
            "void and played again");
}

// `move`: the one that was opened, and stands in the record.
void describe_resumption(AlertData& a) {
    std::string points;
    for (const PointIndex p : a.points)
        points += " " + point_text(p);
    const std::string opened = a.move;
    say(a,
        (opened.empty() ? "续赛摆放与封棋局面不符："
                        : "续赛摆放与封棋着法 " + opened + " 走后的局面不符：") +
            points.substr(points.empty() ? 0 : 1),
        (opened.empty() ? "the pieces do not stand as at the adjournment:"
                        : "the pieces do not stand as after the opened move " + opened + ":") +
            points);
}

} // namespace

bool describe_time(AlertData& a) {
    if (a.code == "clock-fault" && a.reason != "reboot")
        describe_clock(a);
    else if (a.code == "late")
        describe_late(a);
    else if (a.code == "sealed-move")
        describe_sealed(a);
    else if (a.code == "flag-fall" && !a.reason.empty())
        say(a, zh(a) + "超时：" + flag_zh(a.reason), en(a) + " has exceeded the time: " + a.reason);
    else if (a.code == "setup-wrong" && a.reason == "resumption")
        describe_resumption(a);
    else if (a.code == "no-press" && !a.reason.empty())
        say(a, zh(a) + "走棋后未按钟（不予提醒）",
            en(a) + " has moved and not pressed the clock; the book does not let him be reminded");
    return !a.message_en.empty();
}

std::string span_zh(Duration span) {
    const Counted counted = counted_in(span);
    return std::to_string(counted.number) + (counted.minutes ? " 分钟" : " 秒");
}

std::string span_en(Duration span) {
    const Counted counted = counted_in(span);
    return std::to_string(counted.number) + (counted.minutes ? " minute" : " second") +
           (counted.number == 1 ? "" : "s");
}

} // namespace jipu::messages
