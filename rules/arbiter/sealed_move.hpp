// SPDX-License-Identifier: Apache-2.0
// Adjournment and the sealed move (000/4.4): who may seal, change, open and play on, and what a
// wrong envelope means. The envelope is a commitment: its digest is known, its move is not. A pure
// state machine without time; digests are computed elsewhere and only compared here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/base/ids.hpp"
#include "rules/books/book.hpp"

namespace jipu::arbiter {

enum class AdjournedStage : std::uint8_t {
    none,      ///< the game is played
    sealing,   ///< a move is sealed, the clocks still run
    adjourned, ///< the clocks are stopped; nothing can be changed any more
    resuming,  ///< the game has been called again; its first move has not been made
};

/// Who has not come to the resumption.
enum class Absent : std::uint8_t { nobody, first, second, both };

/// What is wrong with a sealed move (or its envelope), and what it costs whoever sealed it.
struct SealedVerdict {
    enum class Remedy : std::uint8_t {
        foul,    ///< it could be explained: it is played, and is a foul
        loss,    ///< it cannot be, or there is none
        restore, ///< nobody's fault: play on from what both agree, else the game is void
    };
    Remedy remedy = Remedy::loss;
    std::string_view reason; ///< `unclear`, `illegal`, `sheet-missing`, `envelope-lost`
    std::string_view article;
};

class Adjournment {
  public:
    AdjournedStage stage() const { return stage_; }
    /// Who sealed; nullopt: nobody did, or the envelope has been opened.
    std::optional<Side> sealed_by() const { return sealed_by_; }
    const std::string& digest() const { return digest_; }
    Absent absent() const { return absent_; }
    bool is_absent(Side side) const;

    /// What is known when somebody wants to seal.
    struct Sealing {
        Side to_move = Side::first;
        bool on_board = false; ///< the side to move has made a move there
        bool stopped = false;  ///< the clocks stand
    };
    /// The side hands in its envelope, or another in its place. Empty: done; else why not, with
    /// the article. In a resumption to which the sealer has not come, his opponent may seal the
    /// reply.
    std::string seal(Side side, std::string digest, const Sealing& how, const RuleBook& book);
    /// The clocks were stopped. True: the game is adjourned now.
    bool stop();
    /// The game is adjourned without an envelope: the last move was made on the board.
    void adjourn_openly() { stage_ = AdjournedStage::adjourned; }
    /// The move was made on the board while it was to be sealed: it stands, and nobody seals.
    void played_openly();
    /// The game is played again.
    void over() { *this = Adjournment(); }

    /// The game is called again, or somebody has come since.
    void resume(Absent absent);
    /// Whose clock runs in the resumption; `to_move` is the record's. nullopt: nobody's yet.
    std::optional<Side> clock_to_run(Side to_move) const;
    /// Empty: the envelope may be opened now. That it is done when the game is called again, and
    /// before whom, only the arbiter sees to: it may come before resume() or after it.
    std::string why_not_open(const RuleBook& book) const;
    /// Is this the digest of what was sealed? Letters may be of either case.
    bool fits(std::string_view digest) const;
    /// The envelope is gone: opened, empty or lost. What was in it has been dealt with.
    void opened();

  private:
    AdjournedStage stage_ = AdjournedStage::none;
    std::optional<Side> sealed_by_;
    std::string digest_;
    Absent absent_ = Absent::nobody;
    bool opened_once_ = false; ///< the first envelope of this adjournment
};

/// Judges an opened envelope. `legal`: the move that is read out of it can be played; `plain`: what
/// was written says that move and no other. nullopt: nothing is wrong.
std::optional<SealedVerdict> judge_sealed(bool legal, bool plain, const RuleBook& book);
/// The sheet was not in the envelope, though that was whole (000/4.4.2).
SealedVerdict judge_empty_envelope(const RuleBook& book);
/// The envelope cannot be found (000/4.4.2).
SealedVerdict judge_lost_envelope(const RuleBook& book);

} // namespace jipu::arbiter
