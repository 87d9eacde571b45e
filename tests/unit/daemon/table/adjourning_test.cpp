// SPDX-License-Identifier: Apache-2.0
// What the traces of tests/faults leave out of adjournment (000/4.4) and of replaced clocks
// (000/4.2.1(3)): driven by commands alone, on a board that is moved as a whole.
#include "rules/xiangqi/fen.hpp"
#include "tests/unit/daemon/table/hall.hpp"

using namespace jipu;
using test::Hall;

namespace {

constexpr xiangqi::Point h2 = xiangqi::make_point(7, 2), e2 = xiangqi::make_point(4, 2);
constexpr xiangqi::Point h9 = xiangqi::make_point(7, 9), g7 = xiangqi::make_point(6, 7);
const std::string nothing = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";

TableSetup setup(const std::string& time_control = "1h") {
    TableSetup out;
    out.time_control = time_control;
    out.one_game = true;
    return out;
}

/// One ply each, Red sealed h0g2, the clocks are stopped.
Hall adjourned(const std::string& sealed = "h0g2") {
    Hall hall(setup());
    hall.later(1).plays(Side::first, h2, e2).plays(Side::second, h9, g7);
    hall.later(5).seal("red", sealed).later(1).say(R"("do":"pause")");
    REQUIRE(hall.view().phase == "adjourned");
    return hall;
}

} // namespace

TEST_CASE("000/4.4.1: an adjourned game stays whatever is done to the board, and no other begins") {
    // 000/4.4.2
    Hall hall = adjourned();
    const std::string fen = hall.view().fen;
    hall.later(10).shows(nothing).later(3600).shows(Hall::start()).later(3600);
    hall.press(Side::first).press(Side::second).later(10);
    CHECK(hall.view().phase == "adjourned");
    CHECK(hall.view().fen == fen);
    CHECK(hall.said("alert.raised") == 0);
    CHECK(hall.said("game.ended") == 0);
    hall.say(R"("do":"start","event":"e")");
    CHECK(hall.said("an adjourned game is kept on this board") == 1);
}

TEST_CASE("000/4.4.1: nobody's time runs overnight, and the envelope tells both times") {
    Hall hall = adjourned();
    CHECK(hall.said(R"("clock":{"red":3591000,"black":3598000},"moves_made":1})") == 1);
    hall.later(50'000).say(R"("do":"machine","what":"rebooted")").later(10);
    CHECK(hall.said("clock-fault") == 0);
    CHECK(hall.said("flag-fall") == 0);
    hall.say(R"("do":"resume")").unseal("h0g2").later(1);
    CHECK(hall.said(R"("clock":{"red":3591000,"black":3598000},"running":"black")") == 1);
}

TEST_CASE("000/4.4.2: an envelope that is not the one that was sealed is refused") {
    Hall hall = adjourned();
    hall.say(R"("do":"resume")").unseal("b0c2");
    CHECK(hall.said("the move and the salt do not give the digest that was sealed") == 1);
    CHECK(hall.view().plies == 2);
    hall.unseal("h0g2");
    CHECK(hall.view().moves.back() == "h0g2");
}

TEST_CASE("000/4.4.2: an envelope may be opened first and the clock started after it") {
    Hall hall = adjourned();
    hall.later(3600).unseal("h0g2").later(60);
    CHECK(hall.view().phase == "adjourned");
    CHECK(hall.view().moves.back() == "h0g2");
    CHECK(hall.said(R"("running":"black")") == 1); // before the adjournment
    hall.say(R"("do":"resume")").later(1);
    CHECK(hall.said("setup-wrong") == 0); // the move has still to be made on the board
    hall.later(100);
    CHECK(hall.said(R"("clock":{"red":3591000,"black":3598000},"running":"black")") == 1);
    hall.give(PointChange{xiangqi::make_point(7, 0), Level::off}).later(1);
    hall.give(PointChange{xiangqi::make_point(6, 2), Level::on}).later(1);
    CHECK(hall.view().phase == "playing");
}

TEST_CASE("000/4.4.2: an adjourned game says what it waits for, and who is absent") {
    Hall hall = adjourned();
    CHECK(hall.view().waits_for == "resume");
    hall.shows(nothing).later(10).say(R"("do":"resume","absent":"black")");
    CHECK(hall.view().waits_for == "unseal");
    CHECK(hall.view().absent == std::vector<Side>{Side::second});
    hall.say(R"("do":"resume")").unseal("h0g2").later(10);
    CHECK(hall.view().waits_for == "set-up");
    CHECK(hall.view().absent.empty());
    hall.say(R"("do":"confirm-position")").later(1);
    CHECK(hall.view().phase == "playing");
    CHECK(hall.view().waits_for.empty());
}

TEST_CASE("000/4.4.2: an empty envelope waits for a ruling") {
    Hall hall = adjourned();
    hall.say(R"("do":"resume")").say(R"("do":"unseal","missing":"sheet")");
    CHECK(hall.view().waits_for == "ruling");
}

TEST_CASE("000/4.4.2: an empty envelope loses when it is ruled so") {
    Hall hall = adjourned();
    hall.say(R"("do":"resume")").say(R"("do":"unseal","missing":"sheet")");
    CHECK(hall.said(R"("code":"sealed-move","grade":"completed","side":"red")") == 1);
    hall.later(60); // the board stands, but the game does not go on before the ruling
    CHECK(hall.view().phase == "adjourned");
    hall.say(R"("do":"rule","alert":"a1","ruling":"loss")");
    CHECK(hall.said(R"("result":"0-1","ending":"sealed-move")") == 1);
}

TEST_CASE(
    "000/4.4.2: a lost envelope is nobody's fault: both agree and play on, or the game is void") {
    Hall hall = adjourned();
    const std::string fen = hall.view().fen;
    hall.say(R"("do":"resume")").say(R"("do":"unseal","missing":"envelope")");
    CHECK(hall.said(R"("side":"unknown","ply":3,"book":"xiangqi-state","article":"000/4.4.2")") ==
          1);
    SECTION("both agree") {
        hall.say(R"("do":"correct","fen":")" + fen + "\"");
        hall.say(R"("do":"rule","alert":"a1","ruling":"dismiss")").later(1);
        CHECK(hall.view().phase == "playing");
        hall.plays(Side::first, xiangqi::make_point(7, 0), xiangqi::make_point(6, 2));
        CHECK(hall.view().confirmed == 3);
    }
    SECTION("they do not") {
        hall.say(R"("do":"result","result":"*","ending":"abandoned")");
        CHECK(hall.view().phase == "ended");
    }
}

TEST_CASE("000/4.4.2: a draw agreed before the opening stands, whatever was sealed") {
    Hall hall = adjourned("h0h9"); // a wrong one
    hall.say(R"("do":"offer-draw","side":"black")").say(R"("do":"accept-draw","side":"red")");
    CHECK(hall.said(R"("result":"1/2-1/2","ending":"agreement")") == 1);
    hall.unseal("h0h9");
    CHECK(hall.said("the game is over: what was agreed stands") == 1);
    CHECK(hall.said("sealed-move") == 0);
}

TEST_CASE("000/4.4.2: time that an absent player lets pass in the resumption is his own") {
    Hall hall = adjourned();
    hall.say(R"("do":"resume","absent":"both")").later(3600);
    CHECK(hall.said(R"("code":"flag-fall","grade":"observed","side":"black")") == 1);
    CHECK(hall.view().moves.size() == 2); // the envelope is closed still
}

TEST_CASE(
    "000/4.4.2: a faulty sensor does not keep a game from going on when the arbiter says so") {
    Hall hall = adjourned();
    hall.shows(nothing).later(60);
    hall.say(R"("do":"resume")");
    CHECK(hall.said("setup-wrong") == 1);
    hall.say(R"("do":"confirm-position")");
    CHECK(hall.said("the envelope has not been opened") == 1);
    // All but one point is set up.
    auto position = xiangqi::parse_fen(hall.view().fen);
    REQUIRE(position);
    position->put(xiangqi::make_point(0, 3), xiangqi::Piece());
    hall.shows(xiangqi::format_fen(*position)).later(2);
    hall.unseal("h0g2").later(1);
    CHECK(hall.view().phase == "adjourned");
    position->play_tolerant({xiangqi::make_point(7, 0), xiangqi::make_point(6, 2)});
    hall.shows(xiangqi::format_fen(*position)).later(2);
    CHECK(hall.view().phase == "adjourned");
    hall.say(R"("do":"confirm-position")");
    CHECK(hall.view().phase == "playing");
    CHECK(hall.said(R"("code":"sensor-fault")") == 1);
    hall.later(60);
    CHECK(hall.said("board-disturbed") == 0);
}

TEST_CASE("000/4.4.1: a pause is no adjournment, and one without an envelope is said to be one") {
    Hall hall(setup());
    hall.later(1).plays(Side::first, h2, e2).say(R"("do":"pause")");
    CHECK(hall.view().phase == "paused");
    hall.say(R"("do":"pause","adjourn":true)");
    CHECK(hall.view().phase == "adjourned");
    CHECK(hall.said("sealed_by") == 0);
    hall.later(100).say(R"("do":"resume")").later(1);
    CHECK(hall.view().phase == "playing");
    CHECK(hall.said(R"("running":"black")") >= 1);
}

TEST_CASE("000/4.2.1(3): a replaced clock is set to what has passed in truth") {
    Hall hall(setup("1h"));
    hall.later(1).plays(Side::first, h2, e2).later(98); // Red has used 3 s, Black 98
    SECTION("Red's face is certain, Black's stood still for a minute") {
        hall.say(R"("do":"set-clock","clock":{"red":3597000,"black":3562000},"faulty":"black")");
        CHECK(hall.said(R"("clock":{"red":3597000,"black":3502000})") == 1);
    }
    SECTION("both are bad: the difference of a minute is shared") {
        hall.say(R"("do":"set-clock","clock":{"red":3597000,"black":3562000},"faulty":"both")");
        CHECK(hall.said(R"("clock":{"red":3567000,"black":3532000})") == 1);
    }
    CHECK(hall.said("the clock is replaced (000/4.2.1(3))") == 1);
}

TEST_CASE("000/4.2.1(3): without a time control nobody knows what has passed") {
    Hall hall(setup(""));
    hall.later(1).plays(Side::first, h2, e2);
    hall.say(R"("do":"set-clock","clock":{"red":1000,"black":1000},"faulty":"both")");
    CHECK(hall.said("how much time has passed is known only where its periods are counted") == 1);
    CHECK(hall.said("clock.adjusted") == 0);
}

TEST_CASE(
    "000/4.2.1(2), 001/6: a forgotten press may be reminded of by one book, not by the other") {
    for (const char* book : {"xiangqi-state", "xiangqi-association"}) {
        TableSetup with = setup("1h");
        with.rules = book;
        Hall hall(with);
        hall.later(1).moves(h2, e2).later(11);
        CHECK(hall.said(R"("code":"no-press","grade":"notice")") == 1);
        CHECK(hall.said("not-reminded") == (std::string(book) == "xiangqi-state" ? 0 : 1));
    }
}

TEST_CASE("000/4.2.1(1): in the second period the flag asks for that period's moves") {
    Hall hall(setup("20s/1; 10s/2 repeat"));
    hall.later(1).plays(Side::first, h2, e2).plays(Side::second, h9, g7);
    hall.later(40);
    CHECK(hall.said("0 of 2 moves in period 2") >= 1);
    CHECK(hall.said("\"flag-fall\"") == 1);
    // With the time given again by the arbiter it can fall again.
    hall.say(R"("do":"set-clock","clock":{"red":5000})").later(6);
    CHECK(hall.said("\"flag-fall\"") == 1); // the first is not ruled yet
    hall.say(R"("do":"rule","alert":"a1","ruling":"dismiss")");
    hall.say(R"("do":"set-clock","clock":{"red":5000})").later(6);
    CHECK(hall.said("\"flag-fall\"") == 2);
}

TEST_CASE("000/4.2.1(1): an exceeded time is a loss on time when it is ruled") {
    Hall hall(setup("10s/1; 10s/1 repeat"));
    hall.later(11).say(R"("do":"rule","alert":"a1","ruling":"loss")");
    CHECK(hall.said(R"("result":"0-1","ending":"time","winner":"black")") == 1);
}

TEST_CASE("000/4.2.2: two minutes a move, and what exceeds them from thirty minutes in the game") {
    Hall hall(setup("state-per-move"));
    hall.later(118).plays(Side::first, h2, e2).plays(Side::second, h9, g7);
    hall.later(120 + 1799);
    CHECK(hall.said("flag-fall") == 0);
    hall.later(2);
    CHECK(hall.said("flag-fall") == 1);
}

TEST_CASE("000/4.2.4(2): time missed beside the other's clock is taken off when the side comes") {
    TableSetup with = setup("1h");
    with.late_minutes = 30;
    Hall hall(with);
    hall.say(R"("do":"update","absent":"both")").later(600);
    hall.say(R"("do":"update","absent":"nobody")");
    CHECK(hall.said(R"("clock":{"red":3000000,"black":3000000})") == 1);
    CHECK(hall.said("000/4.2.4(2)") == 1);
    CHECK(hall.said("game.updated") == 0);
}

TEST_CASE("000/4.2.4(1): that nobody has moved is a notice, over when he moves") {
    TableSetup with = setup("1h");
    with.late_minutes = 1;
    Hall hall(with);
    hall.later(61);
    CHECK(hall.said(R"("code":"late","grade":"notice","side":"red")") == 1);
    hall.plays(Side::first, h2, e2);
    CHECK(hall.said(R"("alert.resolved","data":{"alert":"a1","by":"explained"})") == 1);
    CHECK(hall.view().open_alerts.empty());
}
