// Trying something out: what is drawn then has a second colour, and is kept or dropped as a whole.

import { t } from "./text.js";

export class Trial {
  /** `player` is asked for its game. */
  constructor(player) {
    this.player = player;
    /** @type {number | null} How many moves were made before it began. */
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
    this.player.refresh(t("trying"));
  }

  /** It is over once what was drawn before it is taken back. */
  look() {
    if (this.since !== null && this.since > this.player.game.moves.length) this.forget();
  }

  /** "keep" what was tried out, or "drop" it as a whole. */
  end(what) {
    const { player, since } = this;
    this.forget();
    while (what === "drop" && player.game.moves.length > since) player.game.undo();
    player.keep();
    player.refresh(t(what === "drop" ? "dropped" : "kept"));
  }

  /** The numbers whose paths differ from what they were before, and the notes that were there; null where none is on. */
  made() {
    if (this.since === null) return null;
    const { game, puzzle } = this.player;
    const { strands, notes } = game.states[this.since] ?? game.state;
    const before = new Set(strands.map(String));
    const changed = game.state.strands.filter((strand) => !before.has(String(strand)));
    return { numbers: new Set(changed.map((strand) => puzzle.cells[strand[0]])), before: notes };
  }
}
