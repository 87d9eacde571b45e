// SPDX-License-Identifier: Apache-2.0
// Both pages: all boards, and one board with its moves. The state comes from the server as a live
// stream; nothing is asked of any other place. What is shown when the stream is gone says so.

import {makeBoard} from "/static/board.js";
import {currentLanguage, endingWord, hasChinese, moveText, notationName, resultWord,
        switchLanguage, switchNotation, t} from "/static/text.js";

const silence = 13000; // of a stream that beats every 5 s
const $ = (id) => document.getElementById(id);

function h(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes ?? {}))
        if (value !== undefined && value !== false) element.setAttribute(key, value);
    element.append(...children.filter((child) => child !== undefined && child !== null));
    return element;
}
const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };

// ---- the live stream

let connection = "connecting";
function setConnection(state) {
    connection = state;
    document.body.dataset.connection = state;
    const pill = $("connection");
    say(pill, t(state === "live" ? "connected" : state));
}

/** Listens to `url`; calls the handler of each event's name; comes back by itself. */
function listen(url, handlers) {
    let source = null, last = "", wait = 500, watchdog = 0, again = 0;
    const lose = () => {
        source?.close();
        source = null;
        clearTimeout(watchdog);
        clearTimeout(again);
        setConnection("lost");
        again = setTimeout(open, wait);
        wait = Math.min(wait * 1.6, 5000);
    };
    const alive = () => {
        clearTimeout(watchdog);
        watchdog = setTimeout(lose, silence);
        wait = 500;
        setConnection("live");
    };
    function open() {
        source = new EventSource(last ? `${url}?last-event-id=${last}` : url);
        source.onerror = lose;
        clearTimeout(watchdog);
        watchdog = setTimeout(lose, silence);
        for (const name of [...Object.keys(handlers), "beat"])
            source.addEventListener(name, (event) => {
                if (event.lastEventId) last = event.lastEventId;
                // A handler says false when it lacks what came before: everything again.
                if (handlers[name]?.(JSON.parse(event.data)) === false) {
                    last = "";
                    return lose();
                }
                alive();
            });
    }
    addEventListener("online", () => { if (!source) { clearTimeout(again); open(); } });
    open();
}

// ---- clocks: what the server said, counted on by this machine's own steady clock

const now = () => performance.now();
function stampClock(state) { if (state.clock) state.clock.at = now(); }

function remaining(state, side) {
    const ms = state.clock?.[side];
    if (ms === undefined) return undefined;
    if (state.clock.running !== side) return ms;
    return Math.max(0, ms - (state.clock.age_ms ?? 0) - ((state.frozenAt ?? now()) - state.clock.at));
}

function clockText(ms) {
    if (ms === undefined) return "";
    if (ms > 0 && ms < 10000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
    const seconds = Math.floor(ms / 1000);
    const pad = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const rest = `${hours ? pad(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
}

function paintClock(element, state, side) {
    const lost = connection !== "live";
    if (lost) state.frozenAt ??= now(); else state.frozenAt = undefined;
    const ms = remaining(state, side);
    const text = clockText(ms);
    say(element, text);
    element.hidden = text === "";
    element.classList.toggle("running", state.clock?.running === side && state.phase === "playing");
    element.classList.toggle("low", ms !== undefined && ms < 60000 && state.clock?.running === side);
}

// ---- words about a game

const sideToMove = (fen) => ((fen ?? "").split(" ")[1] === "b" ? "black" : "red");
const playerName = (state, side) => state.players?.[side]?.name || t(side);

function stateText(state) {
    if (state.phase === "ended") {
        const ending = state.ending ? ` · ${endingWord(state.ending)}` : "";
        const open = state.status === "proposed" ? ` (${t("toConfirm")})` : "";
        const score = state.result === "*" ? "" : ` ${state.result.replaceAll("1/2", "½").replace("-", "–")}`;
        return resultWord(state.result) + score + ending + open;
    }
    if (state.phase !== "playing") return t(state.phase) ?? state.phase;
    if (state.draw_offer) return `${t(state.draw_offer)} ${t("drawOffered")}`;
    return t(sideToMove(state.fen) === "red" ? "turnRed" : "turnBlack");
}

function placeText(state) {
    const parts = [state.event];
    if (state.round) parts.push(/^\d+$/.test(state.round) ? (currentLanguage() === "zh" ?
        `第 ${state.round} 轮` : `Round ${state.round}`) : state.round);
    if (state.table) parts.push(/^\d+$/.test(state.table) ? (currentLanguage() === "zh" ?
        `第 ${state.table} 台` : `Table ${state.table}`) : state.table);
    return parts.filter(Boolean).join(" · ");
}

const moveNumber = (ply) => Math.floor((ply + 1) / 2);

function lastMoveText(state) {
    const move = state.last_move;
    return move ? `${moveNumber(move.ply)}. ${move.side === "black" ? "… " : ""}${moveText(move)}` : t("noMoves");
}

// ---- all boards

function boardsPage() {
    const cards = new Map();
    const states = new Map();
    function makeCard(name) {
        const board = makeBoard(false);
        const player = (side) => h("p", {class: `player ${side}`}, h("span", {class: "disc"}),
                                   h("span", {class: "name"}), h("span", {class: "clock"}));
        const card = h("a", {class: "card", href: `/boards/${name}`, "data-board": name},
                       h("p", {class: "place"}), player("black"), board.root, player("red"),
                       h("p", {class: "last-move"}), h("p", {class: "state"}));
        return {board, card};
    }
    function paint(state) {
        let entry = cards.get(state.board);
        if (!entry) {
            entry = makeCard(state.board);
            cards.set(state.board, entry);
            const names = [...cards.keys()].sort((a, b) => a.localeCompare(b, "en", {numeric: true}));
            const after = names[names.indexOf(state.board) + 1];
            $("boards").insertBefore(entry.card, after ? cards.get(after).card : null);
        }
        const {board, card} = entry;
        say(card.querySelector(".place"), placeText(state) || state.board);
        for (const side of ["red", "black"]) {
            say(card.querySelector(`.player.${side} .name`), playerName(state, side));
            card.querySelector(`.player.${side}`).classList.toggle("winner", state.winner === side);
        }
        const move = state.plies ? state.last_move?.move : undefined;
        board.show(state.fen, move, `${t("board")} ${state.board}. ${stateText(state)}`);
        say(card.querySelector(".last-move"), lastMoveText(state));
        say(card.querySelector(".state"), stateText(state));
        card.dataset.phase = state.phase;
    }
    function paintAll() {
        document.title = `${t("allBoards")} – jipu`;
        say($("title"), t("allBoards"));
        $("empty").hidden = states.size > 0;
        say($("empty"), t("noBoards"));
        for (const state of states.values()) paint(state);
    }
    function tick() {
        for (const [name, state] of states)
            for (const side of ["red", "black"])
                paintClock(cards.get(name).card.querySelector(`.player.${side} .clock`), state, side);
    }
    const take = (state) => { stampClock(state); states.set(state.board, state); };
    listen("/v1/live", {
        boards({boards}) {
            states.clear();
            for (const {card} of cards.values()) card.remove();
            cards.clear();
            boards.forEach(take);
            paintAll();
            tick();
        },
        board(state) { take(state); paintAll(); tick(); },
    });
    paintAll();
    setInterval(tick, 200);
    return paintAll;
}

// ---- one board

function boardPage(path) {
    const board = makeBoard(true);
    $("board").append(board.root);
    let state = {moves: [], positions: [], phase: "loading"}; // until the server has spoken
    let view = null; // the ply that is looked at; null: the last one, live
    let listed = ""; // what the move list shows now

    const shownPly = () => view ?? state.moves.length;
    function positionAt(ply) {
        const set = (state.positions ?? []).filter((p) => p.ply === ply).pop();
        return set?.fen ?? (ply === 0 ? state.start : state.moves[ply - 1]?.fen);
    }
    function go(ply) {
        const last = state.moves.length;
        view = ply >= last ? null : Math.max(0, ply);
        paint();
    }

    function paintMoves() {
        const key = JSON.stringify([state.game_name, notationName(), currentLanguage(),
                                    state.moves.map((m) => [m.move, m.chinese, m.legal]),
                                    state.positions]);
        const list = $("moves");
        if (key !== listed) {
            listed = key;
            const rows = [];
            let row = null;
            for (const move of state.moves) {
                if (!row || move.side === "red") {
                    row = h("li", {}, h("span", {class: "round"}, `${rows.length + 1}.`));
                    rows.push(row);
                    if (move.side === "black") row.append(h("span", {class: "gap"}, "…"));
                }
                row.append(h("button", {
                    type: "button", class: `move ${move.side}${move.legal === false ? " illegal" : ""}`,
                    "data-ply": move.ply, title: move.legal === false ? t("illegal") : move.wxf || move.move,
                }, moveText(move)));
                if ((state.positions ?? []).some((p) => p.ply === move.ply))
                    row.append(h("span", {class: "gap", title: t("gap")}, "⋯"));
            }
            list.replaceChildren(...rows);
            $("no-moves").hidden = state.moves.length > 0;
        }
        const ply = shownPly();
        for (const button of list.querySelectorAll("button")) {
            const here = Number(button.dataset.ply) === ply;
            if (here) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
            if (here && button !== list.current) {
                // Only the list scrolls, never the page under the reader.
                const row = button.parentElement;
                const box = list.parentElement;
                if (row.offsetTop < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight)
                    box.scrollTop = row.offsetTop - box.clientHeight / 2;
                list.current = button;
            }
        }
        if (ply === 0) { list.parentElement.scrollTop = 0; list.current = null; }
    }

    function paint() {
        const ply = shownPly();
        const move = ply > 0 ? state.moves[ply - 1] : undefined;
        const place = placeText(state);
        say($("title"), place || state.board || path.split("/").pop());
        document.title = `${playerName(state, "red")} – ${playerName(state, "black")} · ${place || state.board || "jipu"}`;
        const label = ply === 0 ? t("startPosition") : `${t("positionAfter")} ${moveNumber(ply)} ${moveText(move)}`;
        board.show(view === null ? state.fen : positionAt(ply), move?.move, label);
        for (const side of ["red", "black"]) {
            const panel = $(`player-${side}`);
            say(panel.querySelector(".name"), playerName(state, side));
            const team = state.players?.[side]?.team ?? "";
            say(panel.querySelector(".team"), team || (state.players?.[side]?.name ? t(side) : ""));
            panel.classList.toggle("winner", state.winner === side);
        }
        say($("state"), stateText(state));
        $("state").dataset.phase = state.phase;
        $("incomplete").hidden = !state.incomplete;
        say($("incomplete"), t("incomplete"));
        say($("moves-title"), t("moves"));
        say($("no-moves"), {waiting: t("waiting"), loading: ""}[state.phase] ?? t("noMoves"));
        say($("back-link"), t("allBoards"));
        say($("notation"), `${t("notation")}: ${notationName()}`);
        say($("pgn"), t("pgn"));
        $("pgn").hidden = !state.game_name;
        if (state.game_name) $("pgn").href = `/v1/games/${state.game_name}.pgn?board=${state.board}`;
        for (const [id, key] of [["first", "first"], ["back", "back"], ["forward", "forward"]]) {
            $(id).setAttribute("aria-label", t(key));
            $(id).title = t(key);
        }
        $("first").disabled = $("back").disabled = ply === 0;
        $("forward").disabled = view === null;
        const behind = state.moves.length - ply;
        say($("live"), view === null ? t("live") : `${t("toLive")} (+${behind})`);
        $("live").setAttribute("aria-pressed", String(view === null));
        paintMoves();
        tick();
    }
    function tick() {
        for (const side of ["red", "black"]) paintClock($(`player-${side}`).querySelector(".clock"), state, side);
    }
    function announce(text) { say($("announce"), text); }

    function take(next) {
        const same = next.game_name === state.game_name;
        if (next.from > 0 && (!same || next.from > state.moves.length)) return false;
        const before = state.moves.length;
        const moves = next.from > 0 ? [...state.moves.slice(0, next.from), ...next.moves] : next.moves;
        state = {...next, moves};
        stampClock(state);
        if (!same) { view = null; listed = ""; }
        if (view !== null && view >= moves.length) view = null;
        if (same && moves.length > before) announce(`${t(moves.at(-1).side)}: ${moveText(moves.at(-1))}`);
        if (state.phase === "ended") announce(stateText(state));
        paint();
        return true;
    }

    $("first").onclick = () => go(0);
    $("back").onclick = () => go(shownPly() - 1);
    $("forward").onclick = () => go(shownPly() + 1);
    $("live").onclick = () => { view = null; paint(); };
    $("notation").onclick = () => { switchNotation(); paint(); };
    $("moves").onclick = (event) => {
        const ply = event.target.dataset?.ply;
        if (ply) go(Number(ply));
    };
    addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const step = {ArrowLeft: () => go(shownPly() - 1), ArrowRight: () => go(shownPly() + 1),
                      Home: () => go(0), End: () => { view = null; paint(); }}[event.key];
        if (step) { event.preventDefault(); step(); }
    });
    paint();
    setInterval(tick, 100);

    const [, kind, name] = path.split("/");
    if (kind === "games") {
        // A game of the past: as it stands, without a stream.
        document.body.dataset.past = "true";
        fetch(`/v1/games/${name}${location.search}`).then(async (response) => {
            setConnection("live");
            if (response.ok) take(await response.json());
            else say($("state"), t("noSuchGame"));
        }).catch(() => setConnection("lost"));
    } else {
        listen(`/v1/boards/${name}/live`, {game: take});
    }
    return paint;
}

// ---- begin

document.body.classList.toggle("no-chinese", !hasChinese);
const isBoard = document.body.dataset.page === "board";
setConnection("connecting");
const repaint = isBoard ? boardPage(location.pathname) : boardsPage();
function paintLanguage() {
    say($("language"), t("other"));
    $("language").setAttribute("aria-label", t("otherLabel"));
    setConnection(connection);
}
$("language").onclick = () => { switchLanguage(); paintLanguage(); repaint(); };
paintLanguage();
