// A board as plain text, read in the page: rows of `.`, `X`, `+` and numbers as src/numlink/formats/plain.py reads them.
// Other spellings and formats are left to Python, whose word is the last one.

import { Grid, layoutOf } from "./static/grid.js";
import { KINDS } from "./static/kinds.js";
import { makePuzzle } from "./static/play.js";

const HEADER = /^([A-Za-z][\w-]*)\s*:\s*(.*)$/;
/** A key that may be a slip of the pen; which ones are, Python says. */
const STRANGE = /--|-$/;
const PATH = /^path\s+(\d{1,9})\s*:\s*(.*)$/;
const POSITION = String.raw`\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*(?:,\s*(\d{1,9})\s*)?\)`;
const WALL = String.raw`${POSITION}\s*\|\s*${POSITION}`;
const CELL = /^(\.|X|#|\+|0*[1-9]\d{0,8})$/;
const RULES = ["cover", "no-touch", "free", "free-no-touch"];
const WRAPS = ["none", "rows", "columns", "both"];
/** Cells of the largest board that is drawn while someone types. */
const MOST = 10_000;

/** What is wrong with a text, in a sentence that names the line. */
export class Unreadable extends Error {}

/** The text is in no spelling that this module reads. */
export class Foreign extends Error {}

/**
 * The first board of a text, and the paths that stand under it, by their numbers.
 * @returns {{ puzzle: import("../../src/numlink/web/static/play.js").Puzzle, paths: Map<number, number[]> } | null} null where there is none yet
 */
export function readBoard(text) {
  const [headers, rows, drawn] = [new Map(), [], []];
  const breaks = [];
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const code = line.split(";")[0].trim();
    const where = `Line ${at + 1}`;
    const path = rows.length ? PATH.exec(code) : null;
    const header = path ? null : HEADER.exec(code);
    if (header && /^\s/.test(line)) throw new Foreign("a header behind blanks");
    if (header && STRANGE.test(header[1])) throw new Foreign(`a header ${header[1]}`);
    if ((!line.trim() || header) && rows.length) break; // the first board is over
    if (!line.trim() && headers.size) throw new Foreign("a blank line between headers and rows");
    if (!code) continue;
    if (path && drawn.some(({ number }) => number === +path[1])) throw new Unreadable(`${where}: path ${+path[1]} is given twice.`);
    if (path) drawn.push({ where, number: +path[1], text: path[2] });
    else if (header) {
      if (headers.has(header[1])) throw new Unreadable(`${where}: “${header[1]}” is given twice.`);
      headers.set(header[1], { where, value: header[2] });
    } else if (drawn.length) throw new Unreadable(`${where}: a blank line must stand between the paths and the next board.`);
    else if (code === "---" && rows.length) breaks.push(rows.length);
    else rows.push(rowOf(where, code, rows));
  }
  if (!rows.length) return null;
  const puzzle = laid(headers, rows, breaks);
  return { puzzle, paths: new Map(drawn.map((path) => [path.number, cellsOf(puzzle, path)])) };
}

function rowOf(where, code, rows) {
  const tokens = code.split(/\s+/);
  const odd = tokens.find((token) => !CELL.test(token));
  if (odd !== undefined && !rows.length) throw new Foreign(`${where}: ${odd}`);
  if (odd !== undefined) throw new Unreadable(`${where}: “${odd.slice(0, 20)}” is not a cell; cells are “.”, “X”, “+” and numbers, separated by spaces.`);
  if (rows.length && tokens.length !== rows[0].length) {
    throw new Unreadable(`${where}: this row has ${tokens.length} cells, but the first has ${rows[0].length}.`);
  }
  return tokens;
}

/** The puzzle of rows and headers; Foreign where a header says what only Python knows. */
function laid(headers, rows, breaks) {
  const said = (key, choices) => {
    const value = headers.get(key)?.value ?? choices[0];
    if (!choices.includes(value)) throw new Foreign(`${key}: ${value}`);
    return value;
  };
  const rules = said("rules", RULES);
  if (!/^-?\d{1,4000}$/.test(headers.get("seed")?.value ?? "0")) throw new Foreign("seed");
  const kind = said("board", Object.keys(KINDS));
  const wrap = said("wrap", WRAPS);
  const layers = breaks.length + 1;
  if (said("layers", [String(layers), "1"]) !== String(layers) || (layers > 1 && !headers.has("layers"))) {
    throw new Unreadable(`The lines “---” divide the board into ${layers} layers: write “layers: ${layers}” above it.`);
  }
  const height = rows.length / layers;
  if (breaks.some((end, at) => end !== (at + 1) * height)) throw new Unreadable("All layers must be the same height.");
  const width = rows[0].length;
  const tokens = rows.flat();
  if (tokens.length > MOST) throw new Foreign("large");
  const cells = tokens.map((token) => ({ ".": 0, "+": 0, X: -1, "#": -1 })[token] ?? Number(token));
  const bridges = [...tokens.keys()].filter((cell) => tokens[cell] === "+");
  const found = { width, height, rules, cells, kind, wrap, layers, bridges };
  const bare = new Grid(width, height, cells, layoutOf(found));
  const refused = KINDS[kind].refused;
  const odd =
    (refused.includes("wraps") && wrap !== "none") || (refused.includes("bridges") && bridges.length) || (refused.includes("layers") && layers > 1) ||
    (bare.wraps.rows && width < 3) || (bare.wraps.columns && height < 3);
  if (odd || bridges.some((cell) => bare.beside(cell).filter((other) => bare.layer(other) === bare.layer(cell)).length < 4)) {
    throw new Foreign("layout");
  }
  const listed = (key, pattern) => entries(headers.get(key)?.value ?? "", pattern, foreign);
  const walls = listed("walls", WALL).map((parts) => [parts.slice(0, 3), parts.slice(3)].map((side) => cellOf(bare, side) ?? foreign("walls")));
  if (walls.some(([one, other]) => !bare.beside(one).includes(other))) throw new Foreign("walls");
  const whole = makePuzzle({ ...found, walls });
  if (!headers.has("vias")) return whole;
  if (layers === 1) throw new Foreign("vias");
  const upper = listed("vias", POSITION).flatMap((via) => viasOf(whole, via));
  return makePuzzle({ ...found, walls, vias: upper });
}

/** A via names one place of every layer; one that names a layer is left to Python. */
function viasOf({ grid, layers }, [row, column, third]) {
  if (third !== undefined || +row >= grid.height || +column >= grid.width) foreign("vias");
  const cells = Array.from({ length: layers - 1 }, (_, layer) => grid.cell([layer, +row, +column]));
  if (cells.some((cell) => grid.bridges.has(cell) || grid.bridges.has(cell + grid.plane))) foreign("vias");
  return cells;
}

/** @returns {never} */
function foreign(text) {
  throw new Foreign(text);
}

/** The numbers of all entries of a text, which blanks may part; `otherwise` takes what is none. */
function entries(text, pattern, otherwise) {
  const found = [];
  const entry = new RegExp(`\\s*(?:${pattern})`, "y");
  const whole = text.trimEnd();
  while (entry.lastIndex < whole.length) {
    const from = entry.lastIndex;
    const match = entry.exec(whole);
    if (!match) otherwise(whole.slice(from).trim().split(/\s/)[0]);
    found.push(match.slice(1));
  }
  return found;
}

/** The cell of a position's parts, or null. */
function cellOf(grid, parts) {
  const numbers = parts.filter((part) => part !== undefined).map(Number);
  if (numbers.length !== (grid.layout.layers > 1 ? 3 : 2)) return null;
  const [column, row, layer = 0] = [...numbers].reverse();
  return column < grid.width && row < grid.height && layer < grid.layout.layers ? grid.cell(numbers) : null;
}

function cellsOf({ grid }, { where, number, text }) {
  if (number < 1 || number > MOST) throw new Unreadable(`${where}: no board here has a number ${number}.`);
  const none = (odd) => {
    throw new Unreadable(`${where}: path ${number}: “${odd.slice(0, 20)}” is not a cell of this board; (0,3) is row 0, column 3.`);
  };
  return entries(text, POSITION, none).map((parts) => cellOf(grid, parts) ?? none(`(${parts.filter(Boolean).join()})`));
}
