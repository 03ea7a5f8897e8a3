// The keys for the cursor, the pencil, notes, and every button that has a key.

import { SLANTS, STEPS } from "./grid.js";
import { page } from "./page.js";
import { canBegin } from "./play.js";
import { nameOfControl, t } from "./text.js";

/** The buttons with a key. */
const buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[aria-keyshortcuts]"))];

function keyOf(button) {
  return button.getAttribute("aria-keyshortcuts");
}

/** All keys and what they do, in words, for a list. */
export function keyList() {
  const own = { "← ↑ ↓ →": "keymove", Space: "keydraw", "Shift + →": "keystep", Esc: "keycancel", Del: "keyerase", O: "keyother", ". ,": "keynext", "Ctrl + →": "keycross" };
  return [...Object.entries(own).map(([key, name]) => [key, t(name)]), ...buttons.map((button) => [keyOf(button).toUpperCase(), nameOfControl(button)])];
}

/** Let the keys play the game of `player`. */
export function listenToKeys(player) {
  document.addEventListener("keydown", pageKey);

  /** Handle a key wherever the focus is, except in fields and dialogs, and except for Space and Enter on a button. */
  function pageKey(event) {
    const { target } = event;
    if (!player.game || page.player.hidden || (player.paused && event.key !== "p") || target.closest("dialog, input, select, textarea, a")) return;
    if (target.closest("button") && (event.key === " " || event.key === "Enter")) return;
    if (event.key in STEPS && target !== page.board) page.board.focus();
    if (!event.altKey && key(event)) event.preventDefault(); // Alt+Left is the browser's: it goes back
  }

  /** Do what a key means; false if it means nothing. */
  function key(event) {
    const named = STEPS[event.key] ?? SLANTS[event.key];
    const step = named && player.board.turned ? player.board.seen(named) : named; // on a turned board the key down moves along a row
    if (event.ctrlKey && step && player.notes.wanted) {
      const other = player.puzzle.grid.beyond(player.cursor, step);
      if (other >= 0) player.notes.cross(player.cursor, other);
    } else if (event.ctrlKey || event.metaKey) {
      const action = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" }[event.key];
      if (!action) return false;
      player[action]();
    } else if (step) go(step, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") pencil();
    else if (event.key === "Escape") page.card.hidden ? player.cancel() : player.closeCard();
    else if (["Backspace", "Delete", "x"].includes(event.key)) player.erase();
    else if (event.key === "o") player.overview.partner();
    else if (event.key === "." || event.key === ",") player.overview.next(event.key === "." ? 1 : -1);
    else if (event.key === "t" && player.trying) player.endTrial("keep");
    else {
      const button = buttons.find((one) => keyOf(one) === event.key);
      if (!button) return false;
      button.click();
    }
    return true;
  }

  function go(step, drawing) {
    const cell = beside(step);
    if (cell < 0) return;
    const alone = drawing && !player.trail;
    if (alone && canBegin(player.game.state, player.cursor)) player.trail = [player.cursor];
    if (player.trail) player.move(cell);
    else player.cursor = cell;
    player.showCursor();
    player.speak(player.overview.describe(player.cursor, player.drawing));
    if (alone) player.lift();
    player.board.reach();
  }

  /** The cell one step from the cursor, -1 for none; if nothing is being drawn, a step over the rim goes to the layer
   * shown next to it. */
  function beside(step) {
    const { grid, layers } = player.puzzle;
    const [down, right] = step;
    const cell = grid.beyond(player.cursor, step);
    if (cell >= 0 || player.trail || layers === 1 || (player.board.below ? right : down)) return cell;
    const next = grid.layer(player.cursor) + down + right;
    if (next < 0 || next >= layers) return -1;
    const [column, row] = grid.position(player.cursor).reverse();
    return down ? grid.at(next, down > 0 ? 0 : grid.height - 1, column) : grid.at(next, row, right > 0 ? 0 : grid.width - 1);
  }

  function pencil() {
    if (player.trail) return player.lift();
    player.begin(player.cursor);
    if (!player.trail) return player.say(t("nopencil"));
    if (!player.notes.free) {
      player.board.mark([], "");
      player.advice.forget();
    }
    player.showCursor();
    player.speak(t(player.notes.free ? "freeline" : "pencil"));
  }
}
