// For players with a screen reader: keys that jump from number to number, news of completed paths, the board in words.

import { make, openAtTop } from "./elements.js";
import { isComplete, numberAt, owners } from "./play.js";
import { counted, t } from "./text.js";

/** The numbers whose paths are complete. */
export function completed(state) {
  return state.strands.filter((strand) => isComplete(state, strand)).map((strand) => state.puzzle.cells[strand[0]]);
}

/** What lies around a cell, in words: its way to another layer, unless every cell has one, and its walls; `where` tells the
 * place of a cell. */
export function bounds(grid, cell, where) {
  const joined = grid.vias && (grid.vias.has(cell) || grid.vias.has(cell - grid.plane));
  const walls = grid.layout.walls.filter((wall) => wall.includes(cell)).map(([one, other]) => (one === cell ? other : one));
  return [...(joined ? [t("via")] : []), ...walls.map((other) => t("walltowards", { cell: where(other) }))];
}

export class Overview {
  /** `player` has the game. */
  constructor(player) {
    this.player = player;
    player.page.overview.addEventListener("click", () => this.show());
  }

  /** What a cell of a drawing holds and where it is, in words. */
  describe(cell, state) {
    const { player } = this;
    const content = player.puzzle.cells[cell];
    const path = numberAt(state, cell);
    let what = t(player.puzzle.grid.bridges.has(cell) ? "bridge" : "emptycell");
    if (content === -1) what = t("solid");
    else if (content > 0) what = t(completed(state).includes(content) ? "numberdone" : "number", { path: player.label(content) });
    else if (path) what = t("path", { path: player.label(path) });
    return [what, player.where(cell), ...bounds(player.puzzle.grid, cell, (other) => player.where(other))].join(", ");
  }

  /** Say which paths a move has completed. */
  tell(before, after) {
    const { player } = this;
    const had = new Set(completed(before));
    const now = completed(after);
    const fresh = now.filter((number) => !had.has(number)).map((number) => player.label(number));
    if (fresh.length) player.speak(t("pathcomplete", { path: fresh.join(", "), complete: now.length, pairs: player.puzzle.ends.size }));
  }

  /** Jump to the other cell of the number, or of the path, that the cursor is on. */
  partner() {
    const { player } = this;
    const ends = player.puzzle.ends.get(player.numberAt(player.cursor));
    if (ends) this.jump(ends[0] === player.cursor ? ends[1] : ends[0]);
    else player.speak(t("pointfirst"));
  }

  /** Jump to the next (1) or previous (-1) number whose path is not complete; if all are complete, to any number. */
  next(step) {
    const { player } = this;
    const { puzzle, cursor } = player;
    const done = new Set(completed(player.game.state));
    const all = [...puzzle.ends.keys()].sort((one, other) => one - other);
    const open = all.filter((number) => !done.has(number));
    const numbers = step < 0 ? (open.length ? open : all).reverse() : open.length ? open : all;
    const here = player.numberAt(cursor);
    const number = numbers.find((one) => (one - here) * step > 0) ?? numbers[0];
    this.jump(puzzle.ends.get(number)[0]);
  }

  jump(cell) {
    const { player } = this;
    if (player.trail) return;
    player.goTo(cell);
    player.speak(this.describe(cell, player.game.state));
  }

  /** Show the board in words: its rules, how much is drawn, every number with its ends, what lies between cells, every row
   * as it is seen. */
  show() {
    const { player } = this;
    const { page, puzzle, game } = player;
    const { state } = game;
    const done = new Set(completed(state));
    const drawn = `${t(puzzle.rules)} · ${player.drawn}`;
    page["overview-about"].textContent = [page.board.getAttribute("aria-label"), drawn, ...player.special()].join("\n");
    const numbers = [...puzzle.ends].sort(([one], [other]) => one - other).map(([number, [first, last]]) => {
      const length = state.strands.filter((strand) => puzzle.cells[strand[0]] === number).reduce((sum, strand) => sum + strand.length, 0);
      const how = done.has(number) ? t("complete") : length ? counted("drawn", length) : t("open");
      return t("fromto", { path: player.label(number), from: player.where(first), to: player.where(last), how });
    });
    const lists = { numbers, between: this.between(), rows: this.rows(owners(state)) };
    for (const [what, lines] of Object.entries(lists)) page[`overview-${what}`].replaceChildren(...lines.map((words) => make("li", words)));
    openAtTop(page["overview-dialog"]);
  }

  /** The places of the ways between layers, unless every cell is one, and of the walls, in words. */
  between() {
    const { player } = this;
    const { grid, walls } = player.puzzle;
    const lines = { via: [...(grid.vias ?? [])].map((cell) => [cell, cell + grid.plane]), wall: walls };
    return Object.keys(lines).flatMap((what) => lines[what].map((places) => `${t(what)}: ${places.map((cell) => player.where(cell)).join(" – ")}`));
  }

  /** Every row in words; `drawn` is track -> number of the path on it. */
  rows(drawn) {
    const { board, puzzle: { grid, cells, width, height, layers } } = this.player;
    const [across, down] = board.seen([width, height]);
    return Array.from({ length: down * layers }, (_, at) => {
      const [layer, row] = [Math.floor(at / down), at % down];
      const signs = Array.from({ length: across }, (__, column) => {
        const cell = grid.cell([layer, ...board.seen([row, column])]);
        return this.sign(cells[cell], grid.tracks(cell).map((track) => drawn.get(track)).filter(Boolean), grid.bridges.has(cell));
      });
      return t(layers > 1 ? "layerrow" : "row", { layer: layer + 1, row: row + 1, cells: signs.join(" ") });
    });
  }

  /** A cell as signs: a number, (3) for path 3, # for solid, + for a bridge, – for empty. */
  sign(content, numbers, bridge) {
    if (content === -1) return "#";
    if (content > 0) return this.player.label(content);
    return (bridge ? "+" : "") + numbers.map((number) => `(${this.player.label(number)})`).join("") || "–";
  }
}
