// A puzzle being played, apart from the page: its game, and what the browser stores besides the moves.

import { Game, carried, status } from "./play.js";
import { tookBack } from "./reward.js";
import { loadGame, saveGame } from "./store.js";

/** What the player has done in a game, besides its moves. */
export class Progress {
  seconds = 0;
  /** @type {number[]} The numbers that hints were about. */
  hints = [];
  /** @type {number[]} The numbers whose paths were shown. */
  revealed = [];
  slips = 0; // moves that took back something drawn
  /** @type {number | null} A friend's time to beat, in seconds. */
  race = null;
  /** @type {number | null} When it was solved. */
  solved = null;
  /** @type {number | null} The number of moves before the current trial. */
  trial = null;
}

/** The progress of a player, or of a kept game. */
function progressOf(game) {
  const found = new Progress();
  for (const what of Object.keys(found)) found[what] = game?.[what] ?? found[what];
  return found;
}

/** @typedef {import("./play.js").Puzzle} Puzzle */

export class Played extends Progress {
  /** @type {Puzzle} */
  puzzle;
  /** @type {Game} */
  game;
  code = "";
  /** Whether this game was deleted; it is kept again only when it goes on. */
  deleted = false;

  /** Take over what was proven about the puzzle earlier or elsewhere. */
  know(kept) {
    if (kept?.unique) Object.assign(this.puzzle, { unique: true, paths: kept.paths });
  }

  /** Resume the kept game, or begin one if there is none. */
  take(kept, race = undefined) {
    try {
      this.game = new Game(this.puzzle, kept?.moves, kept?.undone);
    } catch {
      this.game = new Game(this.puzzle);
    }
    Object.assign(this, progressOf(kept), race && { race });
    this.deleted = false;
  }

  /** Resume the kept game if another tab or a file of games has changed it, so that this tab does not overwrite it.
   * Returns whether its moves have changed. */
  catchUp() {
    const kept = loadGame(this.code);
    if (!kept) return false;
    this.know(kept);
    const others = String([kept.moves, kept.undone]) !== String([this.game.moves, this.game.undone]);
    if (others) this.take(kept);
    else Object.assign(this, progressOf(kept));
    return others;
  }

  forget(code) {
    this.deleted ||= code === this.code;
  }

  keep() {
    if (this.deleted) return;
    const { moves, undone, state } = this.game;
    const { unique, paths } = this.puzzle;
    const { complete, pairs } = status(state);
    const proof = unique && paths ? { unique, paths } : {};
    saveGame(this.code, { moves, undone, complete, pairs, ...progressOf(this), ...carried(this.puzzle), at: Date.now(), ...proof });
  }

  /** Note that a hint was given about these numbers. */
  helped(numbers) {
    this.hints = [...this.hints, ...numbers.slice(0, 1)];
    this.keep();
  }

  /** Count a slip if the last move took back something drawn; during a trial nothing is counted. */
  slipped(before) {
    if (!this.trying && tookBack(before, this.game.state)) this.slips += 1;
  }

  /** Whether the drawing is a solution and nothing was ever revealed; undoing a revealed path does not change that. */
  isSolved() {
    return status(this.game.state).solved && !this.revealed.length;
  }

  get trying() {
    return this.trial !== null;
  }

  /** The numbers whose paths changed during the trial, and the notes that were there before it; null without a trial. */
  tried() {
    if (!this.trying) return null;
    const { states, state } = this.game;
    const { strands, notes } = states[this.trial] ?? state;
    const before = new Set(strands.map(String));
    const changed = state.strands.filter((strand) => !before.has(String(strand)));
    return { numbers: new Set(changed.map((strand) => this.puzzle.cells[strand[0]])), before: notes };
  }
}
