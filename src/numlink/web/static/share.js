// Puzzles inside links, with the same code as src/numlink/formats/link.py.

import { Grid, PLAIN } from "./grid.js";
import { KINDS } from "./kinds.js";
import { makePuzzle } from "./play.js";

const CODE = new RegExp(
  "^(?<width>\\d{1,4})x(?<height>\\d{1,4})\\.(?<rules>cover|no-touch|free|free-no-touch)\\.(?<signs>(?:[a-z]|X|B|[1-9]\\d{0,6}(?:-|(?!\\d)))*)" +
    `(?:\\.(?:(?<kind>${Object.keys(KINDS).join("|")})|(?<own>[a-z]+)-(?<polygons>[\\w+/]+)))?(?:\\.(?<wrap>rows|columns|both))?` +
    "(?:\\.layers(?<layers>\\d{1,2}))?(?:\\.vias(?<vias>[a-zVW]*))?(?:\\.walls(?<walls>[a-zVW]*))?$",
);
const MOST_CELLS = 10_000;

/** The width, height and, if there are several, layers of a code's board; for polygons the number of cells. */
export function sidesOf(code) {
  const { width, height, layers = [], polygons } = CODE.exec(code)?.groups ?? {};
  return [width, polygons ? [] : height, layers].flat();
}

export function encode(puzzle) {
  const { width, height, rules, cells, kind, wrap, layers, walls, vias, pattern, grid } = puzzle;
  const signs = cells.map((content, cell) => (content < 0 ? "X" : content || (grid.bridges.has(cell) ? "B" : "")));
  const named = [`${width}x${height}`, rules, packed(signs)];
  if (pattern.polygons) named.push(`${kind}-${btoa(JSON.stringify(pattern)).replaceAll("=", "")}`);
  else if (kind !== PLAIN) named.push(kind);
  if (wrap !== "none") named.push(wrap);
  if (layers > 1) named.push(`layers${layers}`);
  const marks = (places) => packed(places).replace(/[a-z]+$/, "");
  if (vias) named.push(`vias${marks(cells.slice(grid.plane).map((_, cell) => (grid.vias.has(cell) ? "V" : "")))}`);
  if (walls.length) named.push(`walls${marks(sides(puzzle).map((side) => (grid.walls.has(side.join(" ")) ? "W" : "")))}`);
  return named.join(".");
}

/** Signs of places, in order, as a text: letters count empty ones in a row, and a hyphen separates numbers. */
function packed(signs) {
  const spaced = signs.map((sign) => sign || ".").join("-");
  return spaced.replace(/-?(?:\.-?)+/g, (run) => letters(run.split(".").length - 1)).replace(/-?([XBVW])-?/g, "$1");
}

function letters(run) {
  return "z".repeat(Math.floor(run / 26)) + (run % 26 ? String.fromCharCode(96 + (run % 26)) : "");
}

/** The signs of a text made by `packed`, except empty ones at its end that were cut off. */
function spread(text) {
  const tokens = text.match(/[a-z]|[A-Z]|\d+/g) ?? [];
  return tokens.flatMap((token) => (/[a-z]/.test(token) ? new Array(token.charCodeAt(0) - 96).fill("") : token));
}

/** The links that walls can remove, in order, ignoring solid cells. */
function sides({ width, height, cells, grid }) {
  const bare = new Grid(width, height, cells, { ...grid.layout, walls: [] });
  return [...cells.keys()].flatMap((cell) => bare.beside(cell).filter((other) => other > cell).map((other) => [cell, other]));
}

/** The puzzle of a code (what follows `#p=` in a link), or null if the text is not a code. */
export function decode(text) {
  const parts = CODE.exec(text)?.groups;
  if (!parts) return null;
  const [width, height, layers] = [+parts.width, +parts.height, +(parts.layers ?? 1)];
  const signs = spread(parts.signs);
  const cells = signs.map((sign) => (sign === "X" ? -1 : +sign || 0));
  const bridges = signs.flatMap((sign, cell) => (sign === "B" ? cell : []));
  if (!cells.length || cells.length !== width * height * layers || cells.length > MOST_CELLS) return null;
  const layout = { kind: parts.own ?? parts.kind ?? PLAIN, wrap: parts.wrap ?? "none", layers, bridges };
  try {
    if (parts.polygons) layout.pattern = JSON.parse(atob(parts.polygons));
    if (layout.pattern && layout.pattern.order.length !== cells.length) return null;
  } catch {
    return null;
  }
  const marked = (text, places) => spread(text).flatMap((sign, at) => (sign ? [places[at]] : []));
  if (parts.vias !== undefined) layout.vias = marked(parts.vias, [...cells.keys()].slice(0, -width * height));
  if (layout.vias?.includes(undefined)) return null;
  const puzzle = makePuzzle({ width, height, rules: parts.rules, cells, ...layout });
  const walls = marked(parts.walls ?? "", sides(puzzle));
  if (walls.includes(undefined)) return null;
  return sound(walls.length ? makePuzzle({ width, height, rules: parts.rules, cells, ...layout, walls }) : puzzle);
}

/** The puzzle, or null if its layout is impossible on its board. */
function sound(puzzle) {
  const { wrap, bridges, vias, layers, grid } = puzzle;
  const odd =
    grid.pattern.refused.some((feature) => ({ wraps: wrap !== "none", bridges: bridges.length, layers: layers > 1 })[feature]) ||
    (grid.wraps.rows && grid.width < 3) || (grid.wraps.columns && grid.height < 3) ||
    bridges.some((cell) => grid.beside(cell).length < 4) ||
    (vias && (layers === 1 || vias.some((cell) => grid.bridges.has(cell) || grid.bridges.has(cell + grid.plane))));
  return odd ? null : puzzle;
}

/** The paths of a solution as positions, unpacked from `text`, which release/packs.py writes.
 *
 * The text is one number in base 36.  From its first end, a path steps to the n-th of k free neighbours, where n is the
 * remainder of the number divided by k; the quotient is the number for the next step. */
export function unpacked({ ends, cells, grid }, text) {
  let number = [...text].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  const used = new Set();
  const paths = [];
  for (const label of [...ends.keys()].sort((one, other) => one - other)) {
    const [first, last] = ends.get(label);
    const path = [first];
    for (let cell = first; cell !== last; path.push(cell)) {
      const ways = grid.neighbours(cell).filter((next) => next === last || (cells[next] === 0 && !used.has(next)));
      const base = BigInt(ways.length);
      cell = ways[Number(number % base)];
      number /= base;
      used.add(cell);
    }
    paths[label - 1] = path.map((cell) => grid.position(cell));
  }
  return Array.from(paths, (path) => path ?? []);
}
