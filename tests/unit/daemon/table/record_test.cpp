// SPDX-License-Identifier: Apache-2.0
// The record and the effects that change it: what is said is what stands.
#include "daemon/table/record.hpp"

#include "daemon/wire/final_record.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

/// A record whose effects are folded as a receiver folds them.
struct Bench {
    std::vector<decltype(Effect::data)> effects;
    FinalRecord folded;
    Record record{[this](decltype(Effect::data) data) {
                      folded.apply(Effect{Instant{}, data}, Game::xiangqi);
                      effects.push_back(std::move(data));
                  },
                  find_book(Game::xiangqi, "")};

    Bench() {
        record.begin(xiangqi::Position::start(), find_book(Game::xiangqi, ""));
        GameStarted started;
        started.game_name = "g";
        started.rules = "xiangqi-state";
        started.start = xiangqi::start_fen;
        folded.apply(Effect{Instant{}, started}, Game::xiangqi);
    }
    void play(std::initializer_list<std::string_view> moves) {
        for (const auto text : moves) {
            const auto move = notation::try_parse_iccs(text).value();
            record.append(move, record.position(record.count()).is_legal(move), Basis::seen, {});
            record.confirm(record.count(), {}, 1000);
        }
    }
    void set(const xiangqi::Position& position) {
        record.continue_from(position);
        folded.apply(Effect{Instant{}, PositionSet{xiangqi::format_fen(position), record.count(),
                                                   "correction"}},
                     Game::xiangqi);
    }
    std::string moves() const {
        std::string out;
        for (const RecordedPly& ply : record.plies())
            out += (out.empty() ? "" : " ") + ply.data.move;
        return out;
    }
    /// The set positions that a receiver sees, as plies.
    std::vector<int> folded_gaps() const {
        std::vector<int> out;
        for (const auto& set : folded.games().back().set_positions)
            out.push_back(set.ply);
        return out;
    }
    std::string folded_moves() const {
        std::string out;
        for (const RecordedMove& move : folded.games().back().moves)
            out += (out.empty() ? "" : " ") + move.move;
        return out;
    }
    template <typename T>
    int count() const {
        int n = 0;
        for (const auto& effect : effects)
            n += std::holds_alternative<T>(effect) ? 1 : 0;
        return n;
    }
};

xiangqi::Move mv(std::string_view text) {
    return notation::try_parse_iccs(text).value();
}

} // namespace

TEST_CASE("A recorded ply says everything about itself") {
    Bench b;
    b.play({"h2e2", "h9g7", "e2e6"});
    const MoveData& ply = b.record.ply(3).data;
    CHECK(ply.ply == 3);
    CHECK(ply.side == Side::first);
    CHECK(ply.move == "e2e6");
    CHECK(ply.chinese == "炮五进四");
    CHECK(ply.wxf == "C5+4");
    CHECK(ply.captured == "p");
    CHECK(ply.legal);
    CHECK(ply.status == MoveStatus::confirmed);
    CHECK(ply.fen == "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2");
    CHECK(b.record.confirmed() == 3);
    CHECK(b.record.positions(3).size() == 4);
    CHECK(b.record.position(0) == xiangqi::Position::start());
}

TEST_CASE("An amended ply keeps its status, and the later plies stay while they can be played") {
    Bench b;
    b.play({"h2e2", "h9g7", "h0g2"});
    b.record.amend(1, mv("b2e2"), true, Basis::arbiter, {});
    b.record.replay_after(1);
    CHECK(b.moves() == "b2e2 h9g7 h0g2");
    CHECK(b.folded_moves() == b.moves());
    CHECK(b.record.confirmed() == 3);
    CHECK(b.record.ply(1).data.status == MoveStatus::confirmed);
    CHECK(b.record.ply(3).data.fen ==
          "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/4C1NC1/9/RNBAKAB1R b - - 3 2");
    CHECK(b.count<MoveRetracted>() == 0);
}

TEST_CASE("Later plies that an amendment makes impossible are retracted, the last first") {
    Bench b;
    b.play({"h2e2", "h9g7", "e2e6", "d9e8"});
    b.record.amend(1, mv("h2f2"), true, Basis::arbiter, {});
    b.record.replay_after(1);
    CHECK(b.moves() == "h2f2 h9g7");
    CHECK(b.folded_moves() == b.moves());
    CHECK(b.record.confirmed() == 2);
    REQUIRE(b.count<MoveRetracted>() == 2);
    CHECK(std::get<MoveRetracted>(b.effects[b.effects.size() - 2]).ply == 4);
    CHECK(std::get<MoveRetracted>(b.effects.back()).ply == 3);
}

TEST_CASE("An amended capture changes what the later plies took and how they are written") {
    Bench b;
    b.play({"h2e2", "h9g7", "e2e6"});
    b.record.amend(2, mv("e6e5"), true, Basis::arbiter, {});
    b.record.replay_after(2);
    // The cannon still reaches e6, but without a screen it only goes there.
    CHECK(b.moves() == b.folded_moves());
    for (const RecordedPly& ply : b.record.plies())
        CHECK(ply.data.legal == b.record.position(ply.data.ply - 1).is_legal(ply.move));
}

TEST_CASE("A position that was set stays when a ply up to it is amended") {
    Bench b;
    b.play({"h2e2", "h9g7"});
    const auto set = xiangqi::parse_fen("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 40").value();
    b.record.continue_from(set);
    b.play({"d1d9"});
    b.record.amend(1, mv("b2e2"), true, Basis::arbiter, {});
    b.record.replay_after(1);
    CHECK(b.moves() == "b2e2 h9g7 d1d9");
    CHECK(b.record.position(2) == set);
    b.record.amend(2, mv("b9c7"), true, Basis::arbiter, {});
    b.record.replay_after(2);
    CHECK(b.record.position(2) == set);
    CHECK(b.moves() == "b2e2 b9c7 d1d9");
    CHECK(b.folded_moves() == b.moves());
}

TEST_CASE("A ply inserted at the end is confirmed by the arbiter's word") {
    Bench b;
    b.play({"h2e2"});
    b.record.insert(2, mv("h9g7"), true, {});
    CHECK(b.moves() == "h2e2 h9g7");
    CHECK(b.folded_moves() == b.moves());
    CHECK(b.record.confirmed() == 2);
    CHECK(b.record.ply(2).data.basis == Basis::arbiter);
}

TEST_CASE("A ply inserted before others keeps of them what can still be played") {
    Bench b;
    b.play({"h2e2", "h9g7"});
    b.record.insert(2, mv("b9c7"), true, {}); // now Red would have to play h9g7
    CHECK(b.moves() == "h2e2 b9c7");
    CHECK(b.folded_moves() == b.moves());
    CHECK(b.record.confirmed() == 2);
}

TEST_CASE("Retracting removes the last first and lowers what is confirmed") {
    Bench b;
    b.play({"h2e2", "h9g7", "h0g2"});
    b.record.retract_after(1, "test");
    CHECK(b.moves() == "h2e2");
    CHECK(b.folded_moves() == b.moves());
    CHECK(b.record.confirmed() == 1);
    b.record.retract_after(1, "test");
    CHECK(b.count<MoveRetracted>() == 2);
}

TEST_CASE("After a position is set the next ply is described from there") {
    Bench b;
    b.play({"h2e2", "h9g7"});
    xiangqi::Position other = b.record.position(2);
    other.put(notation::parse_point("a0").value(), {});
    other.put(notation::parse_point("d4").value(),
              xiangqi::Piece(Side::first, xiangqi::Kind::rook));
    b.record.continue_from(other);
    b.play({"d4d6"});
    CHECK(b.record.ply(3).data.wxf == "R6+2");
    CHECK(b.record.count() == 3);
}

TEST_CASE("000/4.3: plies that were missed are shown as a gap, and close it when they lead there") {
    Bench b;
    b.play({"h2e2", "h9g7"});
    xiangqi::Position later = b.record.position(2);
    for (const auto missed : {"h0g2", "i9h9", "g3g4", "h9h8"})
        later.play_tolerant(mv(missed));
    b.set(later);
    b.play({"i0i1"});
    CHECK(b.record.gap_after(2));
    CHECK_FALSE(b.record.gap_after(1));
    int number = 3;
    for (const auto missed : {"h0g2", "i9h9", "g3g4"}) {
        CHECK(b.record.insertion_base(number, mv(missed)).is_legal(mv(missed)));
        b.record.insert(number, mv(missed), true, {});
        CHECK(b.record.gap_after(number));
        CHECK(b.record.position(number) == later);
        CHECK(b.folded_moves() == b.moves());
        CHECK(b.folded_gaps() == std::vector<int>{number});
        ++number;
    }
    CHECK(b.moves() == "h2e2 h9g7 h0g2 i9h9 g3g4 i0i1");
    b.record.insert(number, mv("h9h8"), true, {});
    CHECK(b.moves() == "h2e2 h9g7 h0g2 i9h9 g3g4 h9h8 i0i1");
    CHECK(b.folded_moves() == b.moves());
    CHECK(b.folded_gaps().empty());
    for (int n = 1; n <= b.record.count(); ++n)
        CHECK_FALSE(b.record.gap_after(n));
}

TEST_CASE("A ply that was missed after the set position is inserted there") {
    Bench b;
    b.play({"h2e2", "h9g7"});
    const auto set = xiangqi::parse_fen("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 40").value();
    b.set(set);
    b.play({"d1d9"});
    b.record.insert(3, mv("d1d5"), true, {}); // nothing of the start stands on d1
    CHECK(b.moves() == "h2e2 h9g7 d1d5");
    CHECK(b.record.gap_after(2));
    CHECK(b.folded_moves() == b.moves());
}

TEST_CASE("A piece's letter is upper case for Red") {
    using xiangqi::Kind;
    CHECK(piece_letter({Side::first, Kind::horse}) == 'N');
    CHECK(piece_letter({Side::second, Kind::elephant}) == 'b');
    CHECK(piece_letter({Side::second, Kind::king}) == 'k');
}

TEST_CASE("A position that stands again is counted, with the plies at which it stood") {
    Bench bench;
    for (int round = 0; round < 3; ++round)
        bench.play({"i0i1", "i9i8", "i1i0", "i8i9"});
    CHECK(bench.record.occurrences_at(12) == 4);
    CHECK(bench.record.occurrences_at(11) == 3);
    CHECK(bench.record.occurrences_at(1) == 1);
    CHECK(bench.record.stood_at(12, 4) == 0);
    CHECK(bench.record.stood_at(12, 2) == 8);
    CHECK(bench.record.stood_at(12, 5) == -1);
    bench.play({"h2h9"}); // takes
    CHECK(bench.record.occurrences_at(13) == 1);
    CHECK(bench.record.stood_at(13, 2) == -1);
}

TEST_CASE("Nothing before an illegal ply or a position set by the arbiter counts as repeated") {
    Bench bench;
    bench.play({"i0i1", "i9i8", "i1i0", "i8i9"});
    CHECK(bench.record.occurrences_at(4) == 2);
    bench.record.continue_from(bench.record.position(4));
    CHECK(bench.record.occurrences_at(4) == 1);
    Bench illegal;
    illegal.play({"i0i1", "i9i8", "i1i0", "i8i9", "a0b1", "a9a8", "b1a0", "a8a9"});
    CHECK_FALSE(illegal.record.plies()[4].data.legal);
    CHECK(illegal.record.position(8) == illegal.record.position(0));
    CHECK(illegal.record.occurrences_at(8) == 1);
}

TEST_CASE("Only what changes confirmed plies is an edit of them") {
    Bench bench;
    bench.play({"i0i1", "i9i8"});
    const int edits = bench.record.edits();
    bench.record.append(mv("i1i0"), true, Basis::seen, {});
    bench.record.amend(3, mv("i1h1"), true, Basis::seen, {});
    bench.record.retract_after(2, "put back");
    CHECK(bench.record.edits() == edits);
    bench.record.amend(2, mv("i9i7"), true, Basis::arbiter, {});
    CHECK(bench.record.edits() > edits);
    const int amended = bench.record.edits();
    bench.record.retract_after(1, "retracted");
    CHECK(bench.record.edits() > amended);
}

TEST_CASE("Nothing that follows a taken king is a legal ply until it stands again") {
    Bench bench;
    bench.set(xiangqi::parse_fen("3k5/9/9/9/9/9/9/4r4/4R4/4K4 w - - 0 1").value());
    bench.play({"e1f1", "e2e0", "f1f9", "d9d8"});
    const auto legal = [&] {
        std::string out;
        for (const RecordedPly& ply : bench.record.plies())
            out += ply.data.legal ? '1' : '0';
        return out;
    };
    CHECK(legal() == "0000");
    bench.record.amend(2, mv("e2d2"), true, Basis::arbiter, {}); // it was another move
    bench.record.replay_after(2);
    CHECK(bench.moves() == "e1f1 e2d2 f1f9 d9d8");
    CHECK(legal() == "0111");
    CHECK(bench.folded.games().back().moves.size() == 4);
}
