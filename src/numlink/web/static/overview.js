// For players with a screen reader: keys that jump from number to number, news of completed paths, the board in words.

import { make, openAtTop } from "./elements.js";
import { isComplete, numberAt, owners } from "./play.js";
import { counted, t } from "./text.js";

/** The numbers whose paths are complete. */
export function completed(state) {
  return state.strands.filter((strand) => isComplete(state, strand)).map((strand) => state.puzzle.cells[strand[0]]);
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
    return `${what}, ${player.where(cell)}`;
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

  /** Show the board in words: how much is drawn, every number with its ends, every row. */
  show() {
    const { player } = this;
    const { page, puzzle, game } = player;
    const { state } = game;
    const done = new Set(completed(state));
    const drawn = owners(state);
    page["overview-about"].textContent = [page.board.getAttribute("aria-label"), page["figures-drawn"].textContent, ...player.special()].join(" ");
    const numbers = [...puzzle.ends].sort(([one], [other]) => one - other).map(([number, [first, last]]) => {
      const length = state.strands.filter((strand) => puzzle.cells[strand[0]] === number).reduce((sum, strand) => sum + strand.length, 0);
      const how = done.has(number) ? t("complete") : length ? counted("drawn", length) : t("open");
      return t("fromto", { path: player.label(number), from: player.where(first), to: player.where(last), how });
    });
    page["overview-numbers"].replaceChildren(...numbers.map((words) => make("li", words)));
    const { width } = puzzle;
    const rows = Array.from({ length: puzzle.cells.length / width }, (_, row) =>
      t("row", { row: row + 1, cells: puzzle.cells.slice(row * width, (row + 1) * width).map((content, at) => this.sign(content, drawn.get(row * width + at))).join(" ") }),
    );
    page["overview-rows"].replaceChildren(...rows.map((words) => make("li", words)));
    openAtTop(page["overview-dialog"]);
  }

  /** A cell as one sign: a number, (3) for path 3, # for solid, – for empty. */
  sign(content, number) {
    if (content === -1) return "#";
    if (content > 0) return this.player.label(content);
    return number ? `(${this.player.label(number)})` : "–";
  }
}
