// SPDX-License-Identifier: Apache-2.0
// A view-only xiangqi board as SVG. The characters are strokes of our own, not a font's, so that a
// screen without Chinese fonts shows them too.

const svgNamespace = "http://www.w3.org/2000/svg";

// Strokes on a field of 100 by 100.
const water = "M15 15L27 26M9 39L20 49M11 87L28 58";
const chariot = "M22 24H80M49 7L28 48H79M11 69H90M54 34V95";
const horse = "M25 15H71L67 46M35 26L31 46H83Q83 72 78 86Q75 92 64 86M11 66H64";
const cannon = "M14 31L20 46M45 28L38 43M30 11V46Q28 72 11 91M31 60L44 83M62 9L49 34M58 23H89" +
    "Q90 52 86 66Q84 72 76 68M56 41H74V59H56M56 41V80Q56 90 66 90H84Q92 90 92 77";
const glyphs = {
    K: "M19 24V62M36 11V48Q35 72 18 91M51 31V76M51 31H85V66Q85 74 76 71M68 10V94",
    A: "M34 9Q26 32 9 51M24 36V94M38 38H93M66 11V86M44 86H88",
    B: "M9 32H47M29 9V94M28 36Q22 54 9 68M31 45L44 60M57 16H87V91M57 16V91M57 40H87M57 62H87M57 86H87",
    N: horse, R: chariot, C: cannon,
    P: "M70 8L30 20M30 18V60M30 37H80M63 37V60M11 61H89M37 68Q30 80 12 92M62 69L87 91",
    k: "M10 27L19 42M9 70L28 57M28 11V94M60 8Q54 22 41 33M57 19H86Q76 42 44 55M57 29L67 40M38 62H93" +
        "M75 48V84Q75 93 63 88M47 68L57 80",
    a: "M11 40H89M50 10V88M21 88H79",
    b: "M42 5Q34 16 18 25M40 13H66L55 25M23 26V44M23 26H78V44M23 44H78M50 27Q48 48 14 63M40 53" +
        "Q60 62 57 84Q56 95 44 91M49 63L13 80M55 74L15 95M84 51L62 64M57 62Q68 80 90 91",
    n: horse, r: chariot, c: cannon,
    p: "M50 5V19M13 21H87M35 24Q29 42 14 54M32 39L45 54M68 24Q62 42 49 54M65 39L86 55M9 67H91M50 53V96",
};
const river = [
    "M7 20H46M27 6V50M26 23L7 43M30 25L45 39M54 20H93M73 6V50M72 23L53 43M76 25L93 41M17 59H83L76 68" +
        "M50 59V89M50 73H75M31 67Q28 84 11 95M28 79Q44 92 91 93",
    water + "M34 21H93M42 41H65V67H42ZM80 21V84Q80 92 66 88",
    water + "M38 22H84Q76 66 34 91M43 33Q58 68 93 89",
    "M26 9H74V48H26ZM26 28H74M50 9V48M49 49Q34 64 9 74M52 49Q68 64 91 72M37 62Q38 80 22 93M63 62V94",
];

export function svg(tag, attributes, ...children) {
    const element = document.createElementNS(svgNamespace, tag);
    for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
}

/** Rows of a FEN's placement, rank 9 first; each of nine characters, "" for nothing. */
export function parseFen(fen) {
    const rows = (fen ?? "").split(" ")[0].split("/").map((row) => {
        const cells = [];
        for (const c of row) {
            if (c >= "1" && c <= "9") cells.push(...Array(Number(c)).fill(""));
            else cells.push(c);
        }
        return cells.slice(0, 9);
    });
    return rows.length === 10 ? rows : Array.from({length: 10}, () => []);
}

const aliases = {E: "B", H: "N", e: "b", h: "n"};
const x = (file) => 50 + 100 * file;
const y = (rank) => 50 + 100 * (9 - rank);
const point = (name) => ({file: name.charCodeAt(0) - 97, rank: Number(name[1])});

function lines() {
    let d = "";
    for (let rank = 0; rank < 10; ++rank) d += `M50 ${y(rank)}H850`;
    for (let file = 0; file < 9; ++file)
        d += file % 8 === 0 ? `M${x(file)} 50V950` : `M${x(file)} 50V450M${x(file)} 550V950`;
    d += "M350 50L550 250M550 50L350 250M350 750L550 950M550 750L350 950";
    return svg("path", {d, class: "lines"});
}

// The small corners where cannons and soldiers stand at the start.
function marks() {
    const at = [[1, 2], [7, 2], [1, 7], [7, 7]];
    for (const rank of [3, 6]) for (const file of [0, 2, 4, 6, 8]) at.push([file, rank]);
    let d = "";
    for (const [file, rank] of at)
        for (const dx of [-1, 1])
            for (const dy of [-1, 1])
                if (file + dx >= 0 && file + dx <= 8)
                    d += `M${x(file) + dx * 9} ${y(rank) + dy * 26}v${-dy * 17}h${dx * 17}`;
    return svg("path", {d, class: "marks"});
}

function riverText() {
    const group = svg("g", {class: "river"});
    river.forEach((d, i) => {
        const left = [152, 272, 568, 688][i];
        group.append(svg("path", {d, transform: `translate(${left} 469) scale(.62)`}));
    });
    return group;
}

function piece(letter, file, rank) {
    const kind = aliases[letter] ?? letter;
    const side = kind === kind.toUpperCase() ? "red" : "black";
    const name = "abcdefghi"[file] + rank;
    const group = svg("g", {
        class: `piece ${side}`, transform: `translate(${x(file)} ${y(rank)})`,
        "data-point": name, "data-piece": kind,
    });
    group.append(svg("circle", {r: 45, class: "rim"}), svg("circle", {r: 38.5, class: "ring"}));
    const d = glyphs[kind];
    if (d) group.append(svg("path", {d, class: "glyph", transform: "translate(-26 -26.5) scale(.52)"}));
    else group.append(svg("text", {class: "letter", "text-anchor": "middle", dy: ".35em"}, kind));
    return group;
}

/** Makes an empty board; show() fills it. `numbered`: with the files' numbers at the edges. */
export function makeBoard(numbered) {
    const box = numbered ? "-8 -42 916 1084" : "-8 -8 916 1016";
    const root = svg("svg", {viewBox: box, class: "board", role: "img"});
    root.append(svg("rect", {x: -8, y: numbered ? -42 : -8, width: 916, height: numbered ? 1084 : 1016,
                             rx: 14, class: "wood"}));
    root.append(svg("rect", {x: 38, y: 38, width: 824, height: 924, class: "frame"}));
    root.append(lines(), marks(), riverText());
    if (numbered)
        for (let file = 0; file < 9; ++file) {
            root.append(svg("text", {x: x(file), y: -12, class: "number"}, String(file + 1)));
            root.append(svg("text", {x: x(file), y: 1034, class: "number"}, String(9 - file)));
        }
    const last = svg("g", {class: "last"});
    const pieces = svg("g", {class: "pieces"});
    root.append(last, pieces);
    let shown = "";
    return {
        root,
        /** The position and the move (ICCS) that led to it. */
        show(fen, move, label) {
            root.setAttribute("aria-label", label ?? "");
            const key = `${fen}|${move ?? ""}`;
            if (key === shown) return;
            shown = key;
            last.replaceChildren();
            pieces.replaceChildren();
            parseFen(fen).forEach((row, i) => row.forEach((letter, file) => {
                if (letter) pieces.append(piece(letter, file, 9 - i));
            }));
            if (!/^[a-i][0-9][a-i][0-9]$/.test(move ?? "")) return;
            const from = point(move), to = point(move.slice(2));
            last.append(svg("circle", {cx: x(from.file), cy: y(from.rank), r: 17, class: "from"}));
            pieces.append(svg("path", {
                class: "to", transform: `translate(${x(to.file)} ${y(to.rank)})`,
                d: "M-51 -29V-51H-29M29 -51H51V-29M51 29V51H29M-29 51H-51V29",
            }));
        },
    };
}
