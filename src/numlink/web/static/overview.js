// For screen readers: keys that jump from number to number, messages about completed paths, the board in words.

import { make, openAtTop } from "./elements.js";
import { PLAIN } from "./grid.js";
import { onClick, page } from "./page.js";
import { isComplete, numberAt, owners } from "./play.js";
import { counted, t } from "./text.js";

/** The numbers whose paths are complete. */
export function completed(state) {
  return state.strands.filter((strand) => isComplete(state, strand)).map((strand) => state.puzzle.cells[strand[0]]);
}

/** What surrounds a cell, in words: its via, unless every cell has one, and its walls; `where` names the place of a
 * cell. */
function bounds(grid, cell, where) {
  const joined = grid.vias && (grid.vias.has(cell) || grid.vias.has(cell - grid.plane));
  const walls = grid.layout.walls.filter((wall) => wall.includes(cell)).map(([one, other]) => (one === cell ? other : one));
  return [...(joined ? [t("via")] : []), ...walls.map((other) => t("walltowards", { cell: where(other) }))];
}

/** What a cell of a puzzle holds and where it is, in words; `path` is the number of the path on it, `done` whether the
 * path of its own number is complete, and `where` and `label` name places and numbers. */
export function described({ cells, grid }, cell, where, { path = 0, done = false, label = (number) => `${number}` } = {}) {
  const content = cells[cell];
  let what = t(grid.bridges.has(cell) ? "bridge" : "emptycell");
  if (content === -1) what = t("solid");
  else if (content > 0) what = t(done ? "numberdone" : "number", { path: label(content) });
  else if (path) what = t("path", { path: label(path) });
  return [what, where(cell), ...bounds(grid, cell, where)].join(", ");
}

/** What is special about a puzzle's kind of board, in sentences. */
function special({ kind, wrap, walls, bridges, layers, pattern }) {
  const found = { [pattern.text]: kind !== PLAIN, onwraps: wrap !== "none", onwalls: walls.length, onbridges: bridges.length, onlayers: layers > 1 };
  return Object.keys(found).filter((name) => found[name]).map((name) => t(name));
}

/** Where a path may go on a puzzle's board, in sentences; without a puzzle, on squares. */
export function neighbourhood(puzzle) {
  return [...(puzzle && puzzle.kind !== PLAIN ? [] : [t("onsquares")]), ...(puzzle ? special(puzzle) : [])].join(" ");
}

/** The first message to the player: what to do, and what is special about this kind of board. */
export function greeting(puzzle) {
  return puzzle.lesson === undefined ? [t("begin"), ...special(puzzle)].join(" ") : t(`lesson${puzzle.lesson}`);
}

/** The descriptions of the game of `player`, and its keys that jump. */
export function overviewOf(player) {
  onClick({ overview: show });
  return { describe, announce, partner, next };

  /** What a cell of a drawing holds and where it is, in words. */
  function describe(cell, state) {
    const path = numberAt(state, cell);
    const label = (number) => player.label(number);
    return described(player.puzzle, cell, (there) => player.where(there), { path, done: completed(state).includes(path), label });
  }

  /** Say which paths a move completed. */
  function announce(before, after) {
    const had = new Set(completed(before));
    const now = completed(after);
    const fresh = now.filter((number) => !had.has(number)).map((number) => player.label(number));
    if (fresh.length) player.speak(t("pathcomplete", { path: fresh.join(", "), complete: now.length, pairs: player.puzzle.ends.size }));
  }

  /** Jump to the other cell of the number, or of the path, that the cursor is on. */
  function partner() {
    const ends = player.puzzle.ends.get(player.numberAt(player.cursor));
    if (ends) jump(ends[0] === player.cursor ? ends[1] : ends[0]);
    else player.speak(t("pointfirst"));
  }

  /** Jump to the next (1) or previous (-1) number whose path is not complete; if all are complete, to any number. */
  function next(step) {
    const { ends } = player.puzzle;
    const done = new Set(completed(player.game.state));
    const all = [...ends.keys()].sort((one, other) => step * (one - other));
    const open = all.filter((number) => !done.has(number));
    const numbers = open.length ? open : all;
    const here = player.numberAt(player.cursor);
    const number = numbers.find((one) => (one - here) * step > 0) ?? numbers[0];
    jump(ends.get(number)[0]);
  }

  function jump(cell) {
    if (player.trail) return;
    player.goTo(cell);
    player.speak(describe(cell, player.game.state));
  }

  /** Show the board in words: its rules, how much is drawn, every number with its ends, what is between cells, every row
   * as it is seen. */
  function show() {
    const { puzzle, game: { state } } = player;
    const done = new Set(completed(state));
    const drawn = `${t(puzzle.rules)} · ${player.drawn}`;
    page["overview-about"].textContent = [page.board.getAttribute("aria-label"), drawn, ...special(puzzle)].join("\n");
    const numbers = [...puzzle.ends].sort(([one], [other]) => one - other).map(([number, [first, last]]) => {
      const length = state.strands.filter((strand) => puzzle.cells[strand[0]] === number).reduce((sum, strand) => sum + strand.length, 0);
      const how = done.has(number) ? t("complete") : length ? counted("drawn", length) : t("open");
      return t("fromto", { path: player.label(number), from: player.where(first), to: player.where(last), how });
    });
    const lists = { numbers, between: between(), rows: rows(owners(state)) };
    for (const [what, lines] of Object.entries(lists)) page[`overview-${what}`].replaceChildren(...lines.map((words) => make("li", words)));
    openAtTop(page["overview-dialog"]);
  }

  /** The places of vias, unless every cell is one, and of walls, in words. */
  function between() {
    const { grid, walls } = player.puzzle;
    const lines = { via: [...(grid.vias ?? [])].map((cell) => [cell, cell + grid.plane]), wall: walls };
    return Object.keys(lines).flatMap((what) => lines[what].map((places) => `${t(what)}: ${places.map((cell) => player.where(cell)).join(" – ")}`));
  }

  /** Every row in words; `drawn` is track -> number of the path on it. */
  function rows(drawn) {
    const { board, puzzle: { grid, cells, width, height, layers } } = player;
    const [across, down] = board.seen([width, height]);
    return Array.from({ length: down * layers }, (_, at) => {
      const [layer, row] = [Math.floor(at / down), at % down];
      const signs = Array.from({ length: across }, (__, column) => {
        const cell = grid.cell([layer, ...board.seen([row, column])]);
        return sign(cells[cell], grid.tracks(cell).map((track) => drawn.get(track)).filter(Boolean), grid.bridges.has(cell));
      });
      return t(layers > 1 ? "layerrow" : "row", { layer: layer + 1, row: row + 1, cells: signs.join(" ") });
    });
  }

  /** A cell as signs: a number, (3) for path 3, # for solid, + for a bridge, – for empty. */
  function sign(content, numbers, bridge) {
    if (content === -1) return "#";
    if (content > 0) return player.label(content);
    return (bridge ? "+" : "") + numbers.map((number) => `(${player.label(number)})`).join("") || "–";
  }
}
