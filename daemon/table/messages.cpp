// SPDX-License-Identifier: Apache-2.0
// One sentence a code and language. Names of points are the ICCS ones, as on the screens.
#include "daemon/table/messages.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "rules/notation/chinese.hpp"
#include "rules/notation/iccs.hpp"

namespace jipu::messages {

namespace {

struct Words {
    std::string_view key, zh, en;
};

constexpr std::array<Words, 12> reasons{{
    {"geometry", "此子不能这样走", "this piece does not move so"},
    {"blocked", "中间有子阻挡", "a piece stands in between"},
    {"horse-leg", "蹩马腿", "the horse's leg is blocked"},
    {"elephant-eye", "塞相（象）眼", "the elephant's eye is blocked"},
    {"cannon-screen", "炮打隔子", "a cannon takes over exactly one screen"},
    {"river", "相（象）不得过河", "an elephant may not cross the river"},
    {"palace", "不得出九宫", "the piece may not leave the palace"},
    {"retreat", "兵（卒）不得后退", "a pawn may not move back"},
    {"own-piece", "不得吃己方棋子", "a piece of one's own stands there"},
    {"self-check", "走后己方帅（将）被将军", "the own king can be taken"},
    {"facing-generals", "将帅对面", "the kings face each other"},
    {"not-your-piece", "不是轮走方的棋子", "it is not this side's turn"},
}};

std::string side_zh(const AlertData& alert) {
    if (!alert.side) return "不明一方";
    return messages::side_zh(*alert.side);
}

std::string side_en(const AlertData& alert) {
    if (!alert.side) return "a player";
    return messages::side_en(*alert.side);
}

std::string list(const std::vector<PointIndex>& points) {
    std::string out;
    for (const PointIndex p : points)
        out += (out.empty() ? "" : " ") + point_text(p);
    return out;
}

// Says this, and where, if that is known.
void say_where(AlertData& a, const std::string& zh, const std::string& en) {
    const std::string points = list(a.points);
    say(a, points.empty() ? zh : zh + "：" + points, points.empty() ? en : en + ": " + points);
}

// How many fouls a `foul-limit` is about: its reason lists them.
std::string fouls_text(const AlertData& alert) {
    return std::to_string(1 + std::count(alert.reason.begin(), alert.reason.end(), ','));
}

Words reason_words(const std::string& reason) {
    for (const Words& w : reasons)
        if (w.key == reason) return w;
    return {"", "", ""};
}

void describe_touch(AlertData& a) {
    if (!a.must) return;
    const std::string from = list(a.must->from);
    const std::string to = list(a.must->to);
    if (a.must->kind == "move") {
        a.message_zh = side_zh(a) + "摸子未走：应走 " + from;
        a.message_en = side_en(a) + " touched a piece and moved another: must move " + from;
    } else if (a.must->kind == "capture") {
        a.message_zh = side_zh(a) + "摸对方棋子未吃：应吃 " + to + "（可用 " + from + "）";
        a.message_en = side_en(a) +
                       " touched a piece of the opponent and did not take it: must take " + to +
                       " (with " + from + ")";
    } else {
        const std::string moving = list(a.must->moving);
        const std::string taking = list(a.must->taking);
        a.message_zh = side_zh(a) + "摸子未走：应走 " + moving + "，或用 " + taking + " 吃 " + to;
        a.message_en = side_en(a) + " touched a piece and moved another: must move " + moving +
                       ", or take " + to + " with " + taking;
    }
    if (a.reason == "accident") {
        a.message_zh += "；似为误碰，仅供提醒";
        a.message_en += "; it looks like an accident";
    } else if (a.reason == "retake") {
        a.message_zh += "（违例着法退回后重走）";
        a.message_en += " (its illegal move was taken back)";
    }
}

void describe_placed(AlertData& a) {
    const std::string points = list(a.points);
    if (a.reason.starts_with("slip")) {
        a.message_zh = side_zh(a) + "棋子似失手掉在 " + points + " 后移动，仅供提醒";
        a.message_en = side_en(a) + "'s piece seems to have slipped onto " + points;
        return;
    }
    a.message_zh = side_zh(a) + "落子后又移动：已落在 " + points;
    a.message_en = side_en(a) + " moved a placed piece on: it had been put down on " + points;
}

void describe_touch_foul(AlertData& a) {
    const std::string points = list(a.points);
    const bool own = a.reason == "cannot-move";
    a.message_zh =
        side_zh(a) + (own ? "摸触了不能走动的己方棋子 " : "摸触了无法吃掉的对方棋子 ") + points;
    a.message_en = side_en(a) +
                   (own ? " touched an own piece that cannot move: "
                        : " touched a piece of the opponent that nothing can take: ") +
                   points;
}

void describe_illegal(AlertData& a) {
    const Words why = reason_words(a.reason);
    a.message_zh = side_zh(a) + "着法违例 " + a.move + "：" + std::string(why.zh);
    a.message_en = side_en(a) + "'s move " + a.move + " is illegal: " + std::string(why.en);
}

// The board stands another way than the table was told: `turned`, `turned clock`, `colours`,
// `colours clock`; or nobody can say yet: `unclear`.
void describe_orientation(AlertData& a) {
    const bool clock = a.reason.ends_with("clock");
    if (a.reason == "unclear") {
        a.message_zh = "棋盘是否转了180度尚不能确定：所见着法两种方向都讲得通，请核对记录";
        a.message_en =
            "the board may stand turned by 180 degrees: what was seen fits that as well; "
            "check the record";
        return;
    }
    if (a.reason.starts_with("turned")) {
        a.message_zh = "棋盘似转了180度（红方坐在黑方一侧），仍照实记录；若实为黑方先走，则重新开局"
                       "（correct 至 0 着）";
        a.message_en =
            "the board seems to stand turned by 180 degrees, or the players sit at each "
            "other's sides: recording goes on as they sit; if it was Black who began, all "
            "is played anew (correct to ply 0)";
    } else {
        a.message_zh = "红黑棋子颜色似拿反，仍按先走一方为红方记录";
        a.message_en = "the colours of the pieces seem to be exchanged: recording goes on, with "
                       "who began as Red";
    }
    if (clock) {
        a.message_zh += "；棋钟两侧亦互换";
        a.message_en += "; the clock's sides are exchanged, too";
    }
    a.message_zh += "。属实可驳回此提示，或于下局前摆正";
    a.message_en += ". Dismiss this if it is known, or put it right before the next game";
}

std::string fault_zh(std::string_view reason) {
    if (reason == "stuck-on") return "传感器似常闭，无子亦报有子";
    if (reason == "stuck-off") return "传感器似常开，有子亦报无子";
    if (reason == "ghost") return "传感器矩阵似缺二极管：三角有子，第四角亦报有子";
    if (reason == "ghost set-up") return "传感器矩阵似缺二极管，看不出着法，此盘不能记录";
    if (reason == "weak") return "传感器感应弱，棋子未动而时断时续";
    if (reason == "chattering") return "传感器抖动，自行频繁通断";
    if (reason == "slow") return "传感器反应迟缓，棋子离开后才断开";
    return "疑似传感器故障";
}

std::string fault_en(std::string_view reason) {
    if (reason == "stuck-on") return "a sensor seems stuck closed, with or without a piece";
    if (reason == "stuck-off") return "a sensor seems stuck open, with or without a piece";
    if (reason == "ghost")
        return "diodes seem to be missing: three closed corners close the fourth";
    if (reason == "ghost set-up")
        return "diodes seem to be missing: no move can be seen, nothing is recorded on this board";
    if (reason == "weak") return "a sensor is weak, it opens under a resting piece";
    if (reason == "chattering") return "a sensor chatters, it opens and closes of itself";
    if (reason == "slow") return "a sensor is slow, it opens long after the piece has left";
    return "a sensor is suspected to be faulty";
}

} // namespace

void remark_swapped(AlertData& alert, PointIndex one, PointIndex other) {
    const std::string a = point_text(one);
    const std::string b = point_text(other);
    alert.message_zh += "；若 " + a + " 与 " + b + " 的棋子开局摆反，则此着合规";
    alert.message_en += "; it would be legal if the pieces of " + a + " and " + b +
                        " were swapped at the set-up: were they?";
}

void remark_loses(AlertData& alert) {
    alert.message_zh += "；按 " + alert.article + " 判负";
    alert.message_en += "; by " + alert.article + " it loses the game";
}

void remark_no_loss(AlertData& alert) {
    alert.message_zh += "；按 " + alert.article + " 记违例一次，不判负，摸子走子";
    alert.message_en += "; by " + alert.article + " a foul and no loss: touch and move applies";
}

void remark_perhaps_held(AlertData& alert) {
    alert.message_zh = "棋子可能仍在手中，也可能已落子；若已落子，" + alert.message_zh;
    alert.message_en =
        "the piece may still be in the hand; if it has been put down, " + alert.message_en;
}

void remark_perhaps_illegal(AlertData& alert, xiangqi::Move move) {
    alert.message_zh += "；其中 " + notation::format_iccs(move) + " 违例";
    alert.message_en += "; " + notation::format_iccs(move) + " is illegal";
}

void remark_king_taken(AlertData& alert, const std::string& move) {
    alert.message_zh += "；对方随后吃去将（帅）：" + move + "，不能算数，须恢复局面";
    alert.message_en += "; then the king was taken by " + move +
                        ", which does not count: the position is to be restored";
}

void remark_overtaken(AlertData& alert) {
    alert.message_zh += "；对方应着之后才处理（原 " + alert.alert + "）";
    alert.message_en += "; ruled on after it had been answered (it was " + alert.alert + ")";
}

void remark_restored(AlertData& alert) {
    alert.message_zh += "；退回之后才处理（原 " + alert.alert + "）";
    alert.message_en += "; ruled on after it had been put back (it was " + alert.alert + ")";
}

void describe_taken_back(AlertData& alert, const std::string& plies, const std::string& instead) {
    const std::string number = std::to_string(alert.ply);
    const std::string article = alert.article.empty() ? "" : " (" + alert.article + ")";
    alert.reason = "taken-back " + plies + " for " + instead;
    alert.message_zh = "第 " + number + " 着起已走之着被收回：" + plies + "，改走 " + instead +
                       "；一着棋走了之后不得更改" + article;
    alert.message_en = "made plies were taken back from ply " + number + " on: " + plies +
                       ", and " + instead + " was played: a move once made may not be changed" +
                       article;
}

void remark_shifted(AlertData& alert, xiangqi::Move move, xiangqi::Piece piece) {
    constexpr std::array<std::string_view, 8> names{"",      "king", "advisor", "elephant",
                                                    "horse", "rook", "cannon",  "pawn"};
    const auto kind = static_cast<std::size_t>(piece.kind());
    const bool first = piece.side() == Side::first;
    const std::string from = point_text(move.from);
    const std::string to = point_text(move.to);
    alert.reason += (alert.reason.empty() ? "shifted " : " ") + notation::format_iccs(move);
    alert.message_zh += "；记录中 " + from + " 的" + (first ? "红" : "黑") +
                        std::string(notation::piece_name(piece)) + "似已移到 " + to;
    alert.message_en += "; " + side_en(piece.side()) + "'s " + std::string(names[kind]) +
                        ", recorded on " + from + ", seems to stand on " + to;
}

std::string point_text(PointIndex point) {
    return notation::point_name(static_cast<xiangqi::Point>(point)).str();
}

void describe(AlertData& a) {
    a.message_zh.clear();
    a.message_en.clear();
    if (describe_time(a)) return;
    const std::string points = list(a.points);
    const auto say = [&](const std::string& zh, const std::string& en) {
        a.message_zh = zh;
        a.message_en = en;
    };
    if (a.code == "touch-move" || a.code == "touch-capture") return describe_touch(a);
    if (a.code == "illegal-move") return describe_illegal(a);
    if (a.code == "placed-piece") return describe_placed(a);
    if (a.code == "touch-foul") return describe_touch_foul(a);
    if (a.code == "out-of-turn")
        say_where(a, "非轮走方的棋子被移动后复位",
                  "a piece of the side not to move was moved and put back");
    else if (a.code == "early-press")
        say(side_zh(a) + "未走棋而按钟", side_en(a) + " pressed the clock without a move");
    else if (a.code == "no-press")
        say(side_zh(a) + "走棋后未按钟", side_en(a) + " has moved and not pressed the clock");
    else if (a.code == "board-disturbed")
        say_where(a, "棋盘与记录不符", "the board does not stand as recorded");
    else if (a.code == "setup-wrong" && a.points.empty() && !a.reason.empty())
        describe_orientation(a);
    else if (a.code == "setup-wrong")
        say_where(a, "开局摆放不符", "the pieces are not set up right");
    else if (a.code == "sensor-fault")
        say_where(a, fault_zh(a.reason), fault_en(a.reason));
    else if (a.code == "device-lost")
        say(a.reason == "clock" ? "棋钟连接中断" : "棋盘连接中断",
            a.reason == "clock" ? "the clock is not connected" : "the board is not connected");
    else if (a.code == "ambiguous-move" && a.reason.starts_with("contradicted"))
        say("棋盘有传感器故障，其后所见与记录不符，请自第 " + std::to_string(a.ply) +
                " 着起核对记录",
            "on this board with a faulty sensor what followed does not fit the record: check it "
            "from ply " +
                std::to_string(a.ply) + " on");
    else if (a.code == "ambiguous-move" && a.reason == "swept")
        say("棋子被收走：第 " + std::to_string(a.ply) + " 着未按钟，是否走出不能确定",
            "the pieces were swept together: whether ply " + std::to_string(a.ply) +
                ", which was not pressed, was made is not certain");
    else if (a.code == "ambiguous-move" && a.reason == "held")
        say(points + " 之子离位已久，可能已落在传感器未显示之处",
            "the piece from " + points +
                " has been away for long; it may stand where no sensor shows it");
    else if (a.code == "ambiguous-move")
        say("着法不能确定，可能的落点：" + points,
            "the move is not certain; it may have gone to " + points);
    else if (a.code == "foul-limit")
        say(side_zh(a) +
                (fouls_text(a) == "3" ? "第三次违例" : "违例已达 " + fouls_text(a) + " 次"),
            side_en(a) + (fouls_text(a) == "3" ? " has committed the third foul"
                                               : " has committed " + fouls_text(a) + " fouls"));
    else if (a.code == "clock-fault" && a.reason == "reboot")
        say("记录仪曾重新启动，其间未计时，请核对双方用时",
            "the machine was restarted and charged nobody meanwhile: check both times");
    else if (a.code == "time-not-synced" && a.reason == "not-synced")
        say("本机时间未同步，对局的日期和时间不可靠",
            "the machine's time is not synchronised: date and times of this game are doubtful");
    else if (a.code == "time-not-synced")
        say("对局中本机时间才同步，此前的日期和时间有误：" + a.reason,
            "the machine's time was set during the game: its date and times are " + a.reason);
    else if (a.code == "clock-fault")
        say("棋钟读数异常：" + a.reason, "the clock's readings are not plausible: " + a.reason);
    else if (a.code == "uncounted-move")
        say(side_zh(a) + "反复攻击，" + a.reason + "着不计入规定着数，除非裁判员认为局势有变",
            side_en(a) + " repeats an attack: " + a.reason +
                " of its moves do not count towards the quota of the period, unless the arbiter "
                "finds that they change the situation");
    else if (a.code == "flag-fall")
        say(side_zh(a) + "超时", side_en(a) + " has exceeded the time");
}

std::string side_zh(Side side) {
    return side == Side::first ? "红方" : "黑方";
}

std::string side_en(Side side) {
    return side == Side::first ? "Red" : "Black";
}

void say(AlertData& alert, std::string zh, std::string en) {
    alert.message_zh = std::move(zh);
    alert.message_en = std::move(en);
}

} // namespace jipu::messages
