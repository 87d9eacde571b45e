// SPDX-License-Identifier: Apache-2.0
// A game is posted to a real jipu-results while a headless Chromium has the pages open: they must
// follow without a reload, survive the server's death, ask no other origin for anything.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import path from "node:path";

const [program, work, browserPath] = process.argv.slice(2);
const {chromium} = createRequire(path.join(work, "package.json"))("playwright-core");
const here = path.dirname(new URL(import.meta.url).pathname);
const moves = JSON.parse(readFileSync(path.join(here, "moves.json"), "utf8"));
const scratch = mkdtempSync(path.join(tmpdir(), "jipu-page-"));
const shots = path.join(work, "screenshots");
mkdirSync(shots, {recursive: true});

const boards = ["table-1", "table-2", "table-3", "table-10"];
const tokens = Object.fromEntries(boards.map((board) => [board, `secret-of-${board}-0123456789`]));
writeFileSync(path.join(scratch, "tokens"), boards.map((b) => `${b} ${tokens[b]}\n`).join(""), {mode: 0o600});

// ---- the server

let server = null, port = 0;
async function start() {
    const portFile = path.join(scratch, "port");
    rmSync(portFile, {force: true});
    server = spawn(program, ["--listen", `127.0.0.1:${port}`, "--db", path.join(scratch, "results.db"),
                             "--tokens", path.join(scratch, "tokens"), "--port-file", portFile],
                   {stdio: ["ignore", "ignore", "inherit"]});
    const ended = once(server, "exit");
    while (!existsSync(portFile)) {
        const exit = await Promise.race([ended, new Promise((next) => setTimeout(next, 20))]);
        if (exit) throw new Error(`${program} ended with ${exit}`);
    }
    port = Number(readFileSync(portFile, "utf8"));
}
async function kill() {
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
}

const sent = new Map();
async function post(board, game, ...events) {
    const batch = events.map(([type, data]) => {
        const stream = `${board}/${game}/public`;
        sent.set(stream, (sent.get(stream) ?? 0) + 1);
        return {specversion: "1.0", id: `${stream}/${sent.get(stream)}`, source: `/boards/${board}`,
                type: `jipu.${type}`, time: new Date().toISOString(), data};
    });
    const answer = await fetch(`http://127.0.0.1:${port}/v1/events`, {
        method: "POST", body: JSON.stringify(batch),
        headers: {"Content-Type": "application/cloudevents-batch+json",
                  Authorization: `Bearer ${tokens[board]}`},
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal(Object.values((await answer.json()).durable)[0], sent.get(`${board}/${game}/public`));
}

const names = [["陈远山", "江城"], ["林清和", "海州"], ["周望舒", "云川"], ["何知秋", "海州"],
               ["Maximilian Featherstonehaugh-Cholmondeley", "Anglo-Continental Xiangqi Society"],
               ["孟长庚", "江城"], ["沈一舟", "北原"], ["陆半夏", "云川"]];
const started = (game, n) => ["game.started", {
    game_name: game, game: "xiangqi", rules: "xiangqi-state", time_control: "state-national",
    start: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    players: {red: {name: names[2 * n][0], team: names[2 * n][1]},
              black: {name: names[2 * n + 1][0], team: names[2 * n + 1][1]}},
    event: "春季象棋公开赛", round: "3", table: String([1, 2, 3, 10][n]),
}];
const clock = (move) => ["clock.updated", {clock: move.clock, running: move.side === "red" ? "black" : "red",
                                           period: 1}];
const ply = (n) => [["move.recorded", moves[n - 1]], clock(moves[n - 1])];

// ---- the browser

const launch = (env) => chromium.launch({
    executablePath: browserPath, env: {...process.env, ...env},
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const browser = await launch({});
const complaints = [];
let serverIsDown = false;
function watch(page, name) {
    page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.origin !== `http://127.0.0.1:${port}` && url.protocol !== "data:")
            complaints.push(`${name}: a request to ${url}`);
    });
    page.on("pageerror", (error) => complaints.push(`${name}: ${error}`));
    page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        // The browser itself notes each refused connection while the server is down.
        if (serverIsDown && message.text().includes("net::ERR_")) return;
        complaints.push(`${name}: ${message.text()}`);
    });
    page.on("load", () => page.loads = (page.loads ?? 0) + 1);
}
async function open(address, options, by = browser) {
    const context = await by.newContext({viewport: {width: 1366, height: 768}, locale: "en-US", ...options});
    const page = await context.newPage();
    watch(page, address);
    await page.goto(`http://127.0.0.1:${port}${address}`);
    return page;
}
const wait = (page, what, condition, argument) =>
    page.waitForFunction(condition, argument, {timeout: 20000}).catch(() => {
        throw new Error(`waited in vain until ${what}`);
    });
const pieceOn = (page, point, piece, within = "") => wait(page, `${piece || "nothing"} is on ${point}`,
    ([selector, wanted]) => (document.querySelector(selector)?.dataset.piece ?? "") === wanted,
    [`${within} [data-point=${point}]`, piece]);
const listIs = (page, texts) => wait(page, `the moves are ${texts.join(" ")}`, (wanted) =>
    [...document.querySelectorAll("#moves .move")].map((b) => b.textContent).join(" ") === wanted, texts.join(" "));
const textOf = (page, selector, wanted) => wait(page, `${selector} says ${wanted}`,
    ([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, wanted]);
const connected = (page, state) => wait(page, `the connection is ${state}`,
    (s) => document.body.dataset.connection === s, state);
const seconds = (page, side) => page.$eval(`#player-${side} .clock`, (clock) =>
    clock.textContent.split(":").reduce((sum, part) => sum * 60 + Number(part), 0));
const shoot = (page, name) => page.screenshot({path: path.join(shots, `${name}.png`)});
const steps = [];
async function step(name, work) {
    await work();
    steps.push(name);
    console.log(`ok ${steps.length} - ${name}`);
}

const game = "20261130-5f0c2a91";
const chinese = (from, to) => moves.slice(from, to).map((move) => move.chinese);
let all, one;
try {
    await start();
    await step("pages of a hall without games say so", async () => {
        all = await open("/");
        one = await open("/boards/table-1");
        await textOf(all, "#empty", "No game has begun yet");
        await textOf(one, "#no-moves", "The game has not begun");
        await connected(all, "live");
        await connected(one, "live");
    });
    await step("a game begins on both pages without a reload", async () => {
        await post("table-1", game, started(game, 0));
        await pieceOn(one, "h2", "C");
        await pieceOn(all, "h2", "C", "[data-board=table-1]");
        await textOf(one, "#player-red .name", "陈远山");
        await textOf(one, "#title", "Table 1");
        await textOf(one, "#state", "Red to move");
        assert.equal(await one.locator("[data-point]").count(), 32);
    });
    await step("moves appear on both boards and in the list, in Chinese notation", async () => {
        for (let n = 1; n <= 3; ++n) await post("table-1", game, ...ply(n));
        await listIs(one, chinese(0, 3));
        for (const [point, piece] of [["e2", "C"], ["g7", "n"], ["g2", "N"], ["h2", ""], ["h0", ""]]) {
            await pieceOn(one, point, piece);
            await pieceOn(all, point, piece, "[data-board=table-1]");
        }
        await textOf(all, "[data-board=table-1] .last-move", "2. 马二进三");
        await textOf(one, "#state", "Black to move");
    });
    await step("only the clock of the side to move runs down", async () => {
        const red = await seconds(one, "red");
        const black = await seconds(one, "black");
        await wait(one, "Black's clock has run", (from) => document.querySelector("#player-black .clock")
            .textContent.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) < from, black);
        assert.equal(await seconds(one, "red"), red);
        assert.equal(red, 5370);
        assert.ok(await one.$eval("#player-black .clock", (c) => c.classList.contains("running")));
    });
    await step("an amended move replaces the old one", async () => {
        const was = moves[3];
        const amended = {...was, was: was.move, move: "g6g5", chinese: "卒7进1", wxf: "P7+1", short: "卒71",
                         fen: "rnbakab1r/9/1c4nc1/p1p1p3p/6p2/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3"};
        await post("table-1", game, ...ply(4));
        await listIs(one, chinese(0, 4));
        await post("table-1", game, ["move.amended", amended]);
        await listIs(one, [...chinese(0, 3), "卒7进1"]);
        await pieceOn(one, "g5", "p");
        await pieceOn(one, "i9", "r");
    });
    await step("a retracted move is gone, the next one goes on from there", async () => {
        await post("table-1", game, ["move.retracted", {ply: 4, move: "g6g5"}]);
        await listIs(one, chinese(0, 3));
        await pieceOn(one, "g6", "p");
        await post("table-1", game, ...ply(4));
        await listIs(one, chinese(0, 4));
        await pieceOn(one, "h9", "r");
    });
    await step("a reader steps through the game while it goes on, and comes back", async () => {
        await one.click("#moves [data-ply='1']");
        await pieceOn(one, "h9", "n");
        await post("table-1", game, ...ply(5));
        await textOf(one, "#live", "Back to live (+4)");
        await pieceOn(one, "h9", "n");
        await one.keyboard.press("ArrowRight");
        await pieceOn(one, "g7", "n");
        await one.keyboard.press("Home");
        await pieceOn(one, "h2", "C");
        await one.click("#live");
        await pieceOn(one, "h0", "R");
        assert.equal(await one.getAttribute("#moves [data-ply='5']", "aria-current"), "true");
    });
    await step("the language switches at once and is remembered", async () => {
        await one.click("#language");
        await textOf(one, "#state", "轮到黑方");
        await textOf(one, "#title", "第 3 轮");
        assert.equal(await one.getAttribute("html", "lang"), "zh-Hans");
        await one.reload();
        await textOf(one, "#state", "轮到黑方");
        const chinesePage = await open("/boards/table-1", {locale: "zh-CN"});
        await textOf(chinesePage, "#state", "轮到黑方");
        await chinesePage.context().close();
        await one.click("#language");
        await textOf(one, "#state", "Black to move");
        one.loads = 1;
    });
    await step("a killed server is shown as lost, and the page catches up by itself", async () => {
        serverIsDown = true;
        await kill();
        await connected(one, "lost");
        await connected(all, "lost");
        await textOf(one, "#connection", "Connection lost");
        await shoot(one, "lost");
        await start();
        await post("table-1", game, ...ply(6), ...ply(7));
        await connected(one, "live");
        await connected(all, "live");
        serverIsDown = false;
        await listIs(one, chinese(0, 7));
        await pieceOn(all, "c4", "P", "[data-board=table-1]");
        assert.equal(one.loads, 1);
        assert.equal(all.loads, 1);
    });
    await step("a clock is right again after the reader's machine slept", async () => {
        const before = await seconds(one, "black");
        serverIsDown = true;
        await kill();
        await connected(one, "lost");
        // Its steady clock did not count: it is behind by a minute.
        await one.evaluate(() => {
            const real = performance.now.bind(performance);
            performance.now = () => real() - 60000;
        });
        await start();
        await connected(one, "live");
        serverIsDown = false;
        await wait(one, "Black's clock runs", (from) => document.querySelector("#player-black .clock")
            .textContent.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) < from, before);
        assert.ok(await seconds(one, "black") > before - 60);
    });
    await step("other boards join the hall in the order of their numbers", async () => {
        for (const [n, count] of [[3, 20], [1, 12], [2, 5]]) {
            const name = `20261130-0000000${n}`;
            await post(boards[n], name, started(name, n), ...moves.slice(0, count).map((m) => ["move.recorded", m]),
                       clock(moves[count - 1]));
        }
        await post("table-2", "20261130-00000001", ["game.ended",
            {result: "1/2-1/2", ending: "agreement", status: "signed"}]);
        await textOf(all, "[data-board=table-2] .state", "Draw ½–½ · agreement");
        assert.deepEqual(await all.$$eval(".card", (cards) => cards.map((card) => card.dataset.board)), boards);
    });
    await step("the result and its way are shown", async () => {
        for (let n = 8; n <= 20; ++n) await post("table-1", game, ...ply(n));
        await listIs(one, chinese(0, 20));
        await shoot(one, "board");
        await shoot(all, "boards");
        await post("table-1", game, ["game.ended",
            {result: "1-0", ending: "resignation", winner: "red", status: "proposed"}]);
        await textOf(one, "#state", "Red wins 1–0 · resignation (to be confirmed)");
        await post("table-1", game, ["game.ended",
            {result: "1-0", ending: "resignation", winner: "red", status: "signed"}]);
        await wait(one, "the result stands", () => !document.querySelector("#state").textContent.includes("confirmed"));
        await textOf(all, "[data-board=table-1] .state", "Red wins");
        assert.equal(await one.locator(".clock.running").count(), 0);
        await shoot(one, "ended");
    });
    await step("the next game takes its place; the old one keeps a page", async () => {
        const next = "20261130-77777777";
        await post("table-1", next, started(next, 0));
        await listIs(one, []);
        await pieceOn(one, "h2", "C");
        const past = await open(`/games/${game}`);
        await textOf(past, "#state", "Red wins");
        await listIs(past, chinese(0, 20));
        await past.context().close();
    });
    await step("the page of an older game waits for a busy service, and says when there is no such game", async () => {
        // Not watched: the browser notes each refusal on its console.
        const page = await (await browser.newContext({locale: "en-US"})).newPage();
        let answer = 503;
        await page.route("**/v1/games/*", (route) => answer === 503 ? route.fulfill({status: 503}) : route.continue());
        await page.goto(`http://127.0.0.1:${port}/games/${game}`);
        await textOf(page, "#connection", "Connection lost");
        await page.waitForSelector("#connection:visible");
        answer = 200;
        await listIs(page, chinese(0, 20));
        await connected(page, "live");
        await page.goto(`http://127.0.0.1:${port}/games/20261130-99999999`);
        await textOf(page, "#state", "There is no such game");
        await page.click("#language");
        await textOf(page, "#state", "没有这局棋");
        await page.context().close();
    });
    await step("a game that Black begins is numbered alike everywhere", async () => {
        const name = "20261130-0000000b";
        const [type, data] = started(name, 1);
        const later = {...data, start: moves[0].fen};
        await post("table-2", name, [type, later],
                   ...moves.slice(1, 4).map((move) => ["move.recorded", {...move, ply: move.ply - 1}]));
        await textOf(all, "[data-board=table-2] .last-move", `2. … ${moves[3].chinese}`);
        const page = await open("/boards/table-2");
        await listIs(page, chinese(1, 4));
        assert.deepEqual(await page.$$eval("#moves li", (rows) => rows.map((row) => row.textContent)),
            [`1.…${moves[1].chinese}`, `2.${moves[2].chinese}${moves[3].chinese}`]);
        await page.waitForSelector(`[aria-label="Position after move 2 ${moves[3].chinese}"]`, {state: "attached"});
        await page.context().close();
    });
    await step("an ending with a name that every object has is shown as it is", async () => {
        await post("table-2", "20261130-0000000b", ["game.ended",
            {result: "*", ending: "constructor", status: "signed"}]);
        await textOf(all, "[data-board=table-2] .state", "No result · constructor");
    });
    await step("phone, projector and dark pages fit", async () => {
        const looks = {
            phone: ["/boards/table-10", {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, locale: "zh-CN"}],
            "phone-boards": ["/", {viewport: {width: 390, height: 844}, deviceScaleFactor: 2}],
            projector: ["/boards/table-10", {viewport: {width: 1920, height: 1080}, locale: "zh-CN"}],
            dark: ["/boards/table-3", {colorScheme: "dark"}],
            "dark-boards": ["/", {colorScheme: "dark", locale: "zh-CN"}],
        };
        for (const [name, [address, options]] of Object.entries(looks)) {
            const page = await open(address, options);
            await connected(page, "live");
            await page.waitForSelector("[data-point=e2]");
            await shoot(page, name);
            const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            assert.ok(wide <= inner, `${name}: ${wide} wide on a screen of ${inner}`);
            if (name === "projector")
                assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight + 1),
                          "the projector has nobody to scroll");
            await page.context().close();
        }
    });
    const latinFonts = "/usr/share/fonts/truetype/dejavu";
    if (!existsSync(latinFonts)) console.log(`# skipped, ${latinFonts} is not there: a screen without Chinese fonts`);
    else await step("a screen without Chinese fonts shows the pieces, and the moves in letters", async () => {
        const config = path.join(scratch, "fonts.conf");
        writeFileSync(config, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
            <dir>${latinFonts}</dir><cachedir>${scratch}/fonts</cachedir></fontconfig>`);
        const kiosk = await launch({FONTCONFIG_FILE: config});
        const page = await open("/boards/table-10", {}, kiosk);
        await listIs(page, moves.map((move) => move.wxf));
        await pieceOn(page, "e9", "k");
        await shoot(page, "no-chinese-fonts");
        await kiosk.close();
    });
    await step("no request left the origin, no error on any console", async () => assert.deepEqual(complaints, []));
} catch (error) {
    for (const [name, page] of Object.entries({one, all}))
        if (page) await shoot(page, `failed-${name}`).catch(() => {});
    console.error(`not ok ${steps.length + 1} - ${error.stack}\n${complaints.join("\n")}`);
    process.exitCode = 1;
} finally {
    await browser.close();
    if (server?.exitCode === null) {
        const gone = once(server, "exit");
        server.kill("SIGTERM");
        const [status] = await gone;
        if (status !== 0) {
            console.error(`not ok - SIGTERM ended jipu-results with ${status}`);
            process.exitCode = 1;
        }
    }
    rmSync(scratch, {recursive: true, force: true});
}
