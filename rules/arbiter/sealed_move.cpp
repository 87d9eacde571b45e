// SPDX-License-Identifier: Apache-2.0
// See sealed_move.hpp.
#include "rules/arbiter/sealed_move.hpp"

#include <algorithm>
#include <utility>

namespace jipu::arbiter {

namespace {

std::string with_article(std::string text, std::string_view article) {
    if (!article.empty()) text += " (" + std::string(article) + ")";
    return text;
}

char lower(char c) {
    return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

bool Adjournment::is_absent(Side side) const {
    return absent_ == Absent::both ||
           absent_ == (side == Side::first ? Absent::first : Absent::second);
}

std::string Adjournment::seal(Side side, std::string digest, const Sealing& how,
                              const RuleBook& book) {
    if (stage_ == AdjournedStage::adjourned)
        return with_article(
            "the clocks have been stopped: a sealed move cannot be changed any more", book.seal);
    const bool resuming = stage_ == AdjournedStage::resuming;
    const bool reply = resuming && opened_once_ && is_absent(opponent(side));
    if (resuming && sealed_by_)
        return with_article("the envelope before it has not been opened", book.resumption);
    if (side != how.to_move) return with_article("only the side to move seals", book.seal);
    if (how.on_board)
        return with_article("the move was made on the board: it stands and is not sealed",
                            book.seal);
    sealed_by_ = side;
    digest_ = std::move(digest);
    if (reply) return "";
    stage_ = how.stopped ? AdjournedStage::adjourned : AdjournedStage::sealing;
    absent_ = Absent::nobody;
    opened_once_ = false;
    return "";
}

void Adjournment::played_openly() {
    if (stage_ != AdjournedStage::sealing) return;
    sealed_by_.reset();
    digest_.clear();
}

bool Adjournment::stop() {
    if (stage_ != AdjournedStage::sealing) return false;
    stage_ = AdjournedStage::adjourned;
    return true;
}

void Adjournment::resume(Absent absent) {
    stage_ = AdjournedStage::resuming;
    absent_ = absent;
}

// 000/4.4.2: the clock of who has to answer the envelope runs while he, or both, have not come;
// else nobody's until the envelope is open. A sealed reply starts the clock of who is absent.
std::optional<Side> Adjournment::clock_to_run(Side to_move) const {
    if (stage_ != AdjournedStage::resuming) return std::nullopt;
    if (!sealed_by_) return to_move;
    const Side answers = opponent(*sealed_by_);
    return opened_once_ || is_absent(answers) ? std::optional(answers) : std::nullopt;
}

std::string Adjournment::why_not_open(const RuleBook& book) const {
    if (!sealed_by_) return "no move is sealed";
    if (stage_ == AdjournedStage::sealing)
        return with_article("the clocks have not been stopped", book.seal);
    if (is_absent(opponent(*sealed_by_)))
        return with_article("the envelope stays closed until the other side has come",
                            book.resumption);
    return "";
}

bool Adjournment::fits(std::string_view digest) const {
    return !digest_.empty() &&
           std::equal(digest.begin(), digest.end(), digest_.begin(), digest_.end(),
                      [](char a, char b) { return lower(a) == lower(b); });
}

void Adjournment::opened() {
    sealed_by_.reset();
    digest_.clear();
    opened_once_ = true;
}

std::optional<SealedVerdict> judge_sealed(bool legal, bool plain, const RuleBook& book) {
    using Remedy = SealedVerdict::Remedy;
    if (!legal) return SealedVerdict{Remedy::loss, "illegal", book.sealed_wrong};
    if (!plain) return SealedVerdict{Remedy::foul, "unclear", book.sealed_unclear};
    return std::nullopt;
}

SealedVerdict judge_empty_envelope(const RuleBook& book) {
    return {SealedVerdict::Remedy::loss, "sheet-missing", book.resumption};
}

SealedVerdict judge_lost_envelope(const RuleBook& book) {
    return {SealedVerdict::Remedy::restore, "envelope-lost", book.resumption};
}

} // namespace jipu::arbiter
