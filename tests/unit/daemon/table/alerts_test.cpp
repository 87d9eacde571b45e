// SPDX-License-Identifier: Apache-2.0
// An alert's life: one id, raised, updated when its claim changes, resolved once.
#include "daemon/table/alerts.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

struct Bench {
    std::vector<decltype(Effect::data)> effects;
    AlertBook book{[this](decltype(Effect::data) data) { effects.push_back(std::move(data)); }};

    std::string raise(const std::string& code) {
        AlertData alert;
        alert.code = code;
        return book.raise(alert);
    }
    template <typename T>
    const T& last() const {
        REQUIRE_FALSE(effects.empty());
        REQUIRE(std::holds_alternative<T>(effects.back()));
        return std::get<T>(effects.back());
    }
};

} // namespace

TEST_CASE("Alerts are numbered a1, a2, ... and begin again with a new game") {
    Bench b;
    CHECK(b.raise("touch-move") == "a1");
    CHECK(b.last<AlertRaised>().alert.alert == "a1");
    CHECK(b.raise("illegal-move") == "a2");
    CHECK(b.book.open().size() == 2);
    b.book.clear();
    CHECK(b.book.open().empty());
    CHECK(b.effects.size() == 2); // a new game says nothing of the old one's alerts
    CHECK(b.raise("no-press") == "a1");
}

TEST_CASE("A number is not given again when its alert is closed") {
    Bench b;
    const std::string first = b.raise("touch-move");
    b.book.resolve(first, "restored");
    CHECK(b.raise("touch-move") == "a2");
}

TEST_CASE("An update sends the whole alert, under the same id") {
    Bench b;
    const std::string id = b.raise("illegal-move");
    b.book.update(id, [](AlertData& alert) { alert.grade = Grade::completed; });
    const AlertData& sent = b.last<AlertUpdated>().alert;
    CHECK(sent.alert == id);
    CHECK(sent.code == "illegal-move");
    CHECK(sent.grade == Grade::completed);
    CHECK(b.book.find(id)->grade == Grade::completed);
}

TEST_CASE("An update that changes the evidence alone is kept and not sent") {
    Bench b;
    const std::string id = b.raise("illegal-move");
    b.book.update(id, [](AlertData& alert) { alert.evidence_to = instant_from_us(7); });
    CHECK(b.effects.size() == 1);
    CHECK(b.book.find(id)->evidence_to == instant_from_us(7));
}

TEST_CASE("An alert is resolved once; unknown ids change nothing") {
    Bench b;
    const std::string id = b.raise("touch-move");
    b.book.resolve(id, "arbiter", "warning");
    CHECK(b.last<AlertResolved>().alert == id);
    CHECK(b.last<AlertResolved>().by == "arbiter");
    CHECK(b.last<AlertResolved>().ruling == "warning");
    CHECK(b.book.find(id) == nullptr);
    b.book.resolve(id, "restored");
    b.book.resolve("", "restored");
    b.book.update(id, [](AlertData& alert) { alert.grade = Grade::completed; });
    CHECK(b.effects.size() == 2);
}

TEST_CASE("All alerts of a code are resolved together, others stay") {
    Bench b;
    b.raise("early-press");
    b.raise("touch-move");
    b.raise("early-press");
    b.book.resolve_code("early-press", "overtaken");
    REQUIRE(b.book.open().size() == 1);
    CHECK(b.book.open()[0].code == "touch-move");
    CHECK(b.effects.size() == 5);
}
