// A trial: paths drawn during a trial have a second colour, and the trial is kept or dropped as a whole.

import { t } from "./text.js";

export class Trial {
  /** `player` has the game. */
  constructor(player) {
    this.player = player;
    /** @type {number | null} The number of moves before the trial began; null while there is no trial. */
    this.since = null;
  }

  get on() {
    return this.since !== null;
  }

  forget() {
    this.since = null;
  }

  begin() {
    this.since = this.player.game.moves.length;
    this.player.keep();
    this.player.refresh(t("trying"));
  }

  /** End the trial if a move made before it was taken back. */
  look() {
    if (this.since !== null && this.since > this.player.game.moves.length) this.forget();
  }

  /** End the trial: "keep" its moves, or "drop" all of them. */
  end(what) {
    const { player, since } = this;
    this.forget();
    while (what === "drop" && player.game.moves.length > since) player.game.undo();
    player.keep();
    player.refresh(t(what === "drop" ? "dropped" : "kept"));
  }

  /** The numbers whose paths changed during the trial, and the notes that were there before it; null without a trial. */
  made() {
    if (this.since === null) return null;
    const { game, puzzle } = this.player;
    const { strands, notes } = game.states[this.since] ?? game.state;
    const before = new Set(strands.map(String));
    const changed = game.state.strands.filter((strand) => !before.has(String(strand)));
    return { numbers: new Set(changed.map((strand) => puzzle.cells[strand[0]])), before: notes };
  }
}
