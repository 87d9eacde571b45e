// SPDX-License-Identifier: Apache-2.0
// Every word the pages say, in Chinese and English, and which of the two is wanted.

const words = {
    en: {
        allBoards: "All boards", boards: "Boards", board: "Board", table: "Table", round: "Round",
        red: "Red", black: "Black", moves: "Moves", live: "Live", toLive: "Back to live",
        first: "Start position", back: "One move back", forward: "One move on",
        loading: "", connecting: "Connecting …", connected: "Live", lost: "Connection lost – trying again …",
        waiting: "The game has not begun", noBoards: "No game has begun yet",
        paused: "Paused", adjourned: "Adjourned", playing: "In play",
        noMoves: "No move yet", pgn: "Download PGN", other: "中文", otherLabel: "切换到中文",
        notation: "Notation", noSuchGame: "There is no such game",
        incomplete: "The record is not complete", drawOffered: "offers a draw",
        toConfirm: "to be confirmed", illegal: "not a legal move, it stood",
        gap: "position set here, moves may be missing", positionAfter: "Position after move", startPosition: "Start position",
        turnRed: "Red to move", turnBlack: "Black to move", newMoves: "new", clock: "clock",
        results: {"1-0": "Red wins", "0-1": "Black wins", "1/2-1/2": "Draw", "0-0": "Both lose",
                  "*": "No result"},
        endings: {mate: "checkmate", stalemate: "stalemate", resignation: "resignation",
                  time: "time", late: "too late", agreement: "agreement", repetition: "repetition",
                  perpetual: "perpetual attack", "natural-limit": "move limit",
                  "dead-position": "dead position", fouls: "fouls", "illegal-move": "illegal move",
                  "sealed-move": "sealed move", forfeit: "forfeit",
                  "double-forfeit": "double forfeit", count: "count", "two-passes": "two passes",
                  abandoned: "abandoned", arbiter: "arbiter's decision"},
    },
    zh: {
        allBoards: "全部棋局", boards: "棋局", board: "棋盘", table: "台次", round: "轮次",
        red: "红方", black: "黑方", moves: "着法", live: "直播", toLive: "回到直播",
        first: "开局", back: "上一着", forward: "下一着",
        loading: "", connecting: "正在连接……", connected: "直播中", lost: "连接中断,正在重连……",
        waiting: "对局尚未开始", noBoards: "还没有对局",
        paused: "暂停", adjourned: "封棋", playing: "进行中",
        noMoves: "尚未走子", pgn: "下载 PGN", other: "English", otherLabel: "Switch to English",
        notation: "记谱", noSuchGame: "没有这局棋",
        incomplete: "棋谱不完整", drawOffered: "提和",
        toConfirm: "待确认", illegal: "此着违例,维持原状",
        gap: "此处局面由裁判设定，着法可能不全", positionAfter: "局面:第", startPosition: "开局局面",
        turnRed: "轮到红方", turnBlack: "轮到黑方", newMoves: "新着", clock: "用时",
        results: {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和棋", "0-0": "双方负",
                  "*": "无结果"},
        endings: {mate: "将死", stalemate: "困毙", resignation: "认负", time: "超时",
                  late: "迟到", agreement: "议和", repetition: "循环", perpetual: "长打",
                  "natural-limit": "自然限着", "dead-position": "无力取胜", fouls: "犯规",
                  "illegal-move": "违例", "sealed-move": "封棋着", forfeit: "弃权",
                  "double-forfeit": "双方弃权", count: "数子", "two-passes": "双方停着",
                  abandoned: "中止", arbiter: "裁判裁定"},
    },
};

function stored(key) {
    try { return localStorage.getItem(key); } catch { return null; }
}
function store(key, value) {
    try { localStorage.setItem(key, value); } catch { /* private mode: not remembered */ }
}

let language = stored("jipu-language");
if (language !== "zh" && language !== "en")
    language = (navigator.languages?.[0] ?? navigator.language ?? "en").startsWith("zh") ? "zh" : "en";
document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";

export const currentLanguage = () => language;
export const t = (key) => words[language][key];
export const resultWord = (result) => words[language].results[result] ?? result;
export const endingWord = (ending) => words[language].endings[ending] ?? ending ?? "";

export function switchLanguage() {
    language = language === "zh" ? "en" : "zh";
    document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
    store("jipu-language", language);
}

// A kiosk may have no Chinese font: then a character and a surely unknown one look alike.
function drawsChinese() {
    const draw = (text) => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 24;
        const pen = canvas.getContext("2d", {willReadFrequently: true});
        if (!pen) return text;
        pen.font = "20px sans-serif";
        pen.fillText(text, 1, 20);
        return pen.getImageData(0, 0, 24, 24).data.join();
    };
    return draw("炮") !== draw("\u{10FFFE}") && draw("炮") !== draw("兵");
}
export const hasChinese = drawsChinese();

let notation = stored("jipu-notation");
if (notation !== "chinese" && notation !== "wxf") notation = hasChinese ? "chinese" : "wxf";
export const moveText = (move) => move[notation] || move.move;
export const notationName = () => (notation === "chinese" ? "中文" : "WXF");
export function switchNotation() {
    notation = notation === "chinese" ? "wxf" : "chinese";
    store("jipu-notation", notation);
}
