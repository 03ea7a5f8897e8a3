// The keys: for the cursor, the pencil, notes, and every button that has a key.

import { SLANTS, STEPS } from "./grid.js";
import { canBegin, preview, stepOver } from "./play.js";
import { nameOfControl, t } from "./text.js";

/** Key -> id of the button that it presses. */
const NAMED = { u: "undo", r: "redo", i: "hint", c: "check", n: "next", b: "go-previous", p: "pause", v: "overview", "?": "help", "+": "zoom-in", "-": "zoom-out" };

/** All keys and what they do, in words, for a list. */
export function keyList() {
  const own = { "← ↑ ↓ →": "keymove", Space: "keydraw", "Shift + →": "keystep", Esc: "keycancel", Del: "keyerase", O: "keyother", ". ,": "keynext", "Ctrl + →": "keycross" };
  const buttons = [...document.querySelectorAll("[aria-keyshortcuts]")].map((button) => [button.getAttribute("aria-keyshortcuts").toUpperCase(), nameOfControl(button)]);
  return [...Object.entries(own).map(([key, name]) => [key, t(name)]), ...buttons];
}

export class Keys {
  /** `player` has the game and makes the moves. */
  constructor(player) {
    this.player = player;
    document.addEventListener("keydown", (event) => this.pageKey(event));
  }

  /** Handle a key wherever the focus is, except in fields and dialogs, and except Space and Enter on a button. */
  pageKey(event) {
    const { player } = this;
    const { target } = event;
    if (!player.game || player.page.player.hidden || (player.paused && event.key !== "p") || target.closest("dialog, input, select, textarea, a")) return;
    if (target.closest("button") && (event.key === " " || event.key === "Enter")) return;
    if (event.key in STEPS && target !== player.page.board) player.page.board.focus();
    this.key(event);
  }

  key(event) {
    const { player } = this;
    const named = STEPS[event.key] ?? SLANTS[event.key];
    const step = named && player.board.turned ? player.board.seen(named) : named; // on a turned board the key down moves along a row
    if (event.altKey) return; // keys of the browser: Alt+Left goes back
    if (event.ctrlKey && step && player.notes.wanted) {
      const other = player.puzzle.grid.beyond(player.cursor, step);
      if (other >= 0) player.notes.cross(player.cursor, other);
    } else if (event.ctrlKey || event.metaKey) {
      const action = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" }[event.key];
      if (!action) return;
      player[action]();
    } else if (step) this.go(step, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") this.pencil();
    else if (event.key === "Escape") player.page.card.hidden ? player.cancel() : player.closeCard();
    else if (event.key === "Backspace" || event.key === "Delete" || event.key === "x") player.erase();
    else if (event.key === "o") player.overview.partner();
    else if (event.key === "." || event.key === ",") player.overview.next(event.key === "." ? 1 : -1);
    else if (event.key === "t") player.page[player.trial.on ? "trial-keep" : "trial"].click();
    else {
      const button = NAMED[event.key];
      if (!button) return;
      player.page[button].click();
    }
    event.preventDefault();
  }

  go(step, drawing) {
    const { player } = this;
    const cell = this.beside(step);
    if (cell < 0) return;
    if (player.notes.free) {
      player.move(cell);
      player.speak(player.overview.describe(player.cursor, player.game.state));
      player.board.reach(player.cursor);
      return;
    }
    const alone = drawing && !player.trail;
    if (alone && canBegin(player.game.state, player.cursor)) player.trail = [player.cursor];
    if (player.trail) {
      player.move(cell);
      player.speak(player.overview.describe(player.cursor, preview(player.game.state, player.trail)));
      if (alone) player.lift();
    } else {
      player.cursor = cell;
      player.showCursor();
      player.speak(player.overview.describe(cell, player.game.state));
    }
    player.board.reach(player.cursor);
  }

  /** The cell one step from the cursor, -1 for none; if nothing is being drawn, a step over the rim goes to the layer that
   * is shown beside it. */
  beside(step) {
    const { player } = this;
    const { grid, layers } = player.puzzle;
    const [down, right] = step;
    const cell = grid.beyond(player.cursor, step);
    if (cell >= 0 || player.trail || player.notes.free || layers === 1 || (player.board.below ? right : down)) return cell;
    const next = grid.layer(player.cursor) + down + right;
    if (next < 0 || next >= layers) return -1;
    const [column, row] = grid.position(player.cursor).reverse();
    return down ? grid.at(next, down > 0 ? 0 : grid.height - 1, column) : grid.at(next, row, right > 0 ? 0 : grid.width - 1);
  }

  pencil() {
    const { player } = this;
    if (player.trail || player.notes.free) {
      player.lift();
      return;
    }
    const begin = canBegin(player.game.state, player.cursor) ? [player.cursor] : stepOver(player.game.state, player.cursor);
    if (!begin && player.notes.begin(player.cursor, undefined)) {
      player.speak(t("freeline"));
      player.showCursor();
      return;
    }
    if (!begin) {
      player.say(t("nopencil"));
      return;
    }
    player.board.mark([], "");
    player.advice.forget();
    player.trail = begin;
    player.showCursor();
    player.speak(t("pencil"));
  }
}
