// Hint, check and reveal.  The server answers them; it gets the solution with the puzzle if that is proven to be the only
// one.  Without a server, this solution answers them.  A hint has three steps: where to look, why, and the move.

import { Unreachable, online, post, puzzleBody } from "./api.js";
import { localCheck, localHint, localReveal, storedPaths } from "./local.js";
import { actions, onClick, page } from "./page.js";
import { counted, reasons, t } from "./text.js";

const LOCAL = { hint: localHint, check: localCheck, reveal: localReveal };
const PATIENCE = 6000; // milliseconds after which a stored proven solution answers instead of the server

/** The advice for the game of `player`: its buttons; `forget()` ends the hint whose steps are being shown. */
export function adviceFor(player) {
  let hint = null;
  let step = "look";
  onClick({
    hint: () => (!hint ? ask("hint") : step === "why" ? showWhy() : doIt()), // a new hint, or its next step
    "hint-do": doIt,
    "hint-why": () => (step === "why" ? showWhy() : actions.showReasons(hint.rule)),
    check: () => ask("check"),
    "reveal-path": () => reveal(false),
    "reveal-all": () => reveal(true),
  });
  return { forget };

  function forget() {
    hint = null;
    step = "look";
    page.hinted.hidden = true;
  }

  function doIt() {
    const { moves } = hint;
    forget();
    player.play(moves);
  }

  /** Show the buttons of a hint; "Why?", or "All reasons" once the reason is shown, only if there is more to say. */
  function offer(next, why) {
    step = next;
    page.hinted.hidden = false;
    const button = page["hint-why"];
    button.hidden = !why;
    button.dataset.t = step === "why" ? "why" : "reasons";
    button.textContent = t(button.dataset.t);
  }

  /** Ask for a "hint" or a "check". */
  function ask(what) {
    player.lift(); // a path being drawn by keyboard is part of the drawing
    forget();
    return wait(what, showAnswer);
  }

  /** Wait for an answer, then call `then` with it unless the drawing has changed. */
  async function wait(what, then, number = undefined) {
    const { state } = player.game;
    player.say(t("thinking"));
    try {
      const found = await answer(what, state, number);
      if (state === player.game.state && !player.paused) then(found);
    } catch (error) {
      player.say(error.message);
    }
  }

  function showAnswer(found) {
    if (found.kind === "link") {
      hint = found;
      player.helped(found.numbers);
      if (!found.evidence?.length) return showWhy();
      offer("why", true);
      player.board.mark(found.evidence, "look");
      player.board.reveal();
      return player.say(t("look"));
    }
    player.board.mark(found.cells, found.kind === "take-back" ? "wrong" : "hint");
    if (found.cells.length) player.goTo(found.cells.at(-1));
    player.board.reveal();
    if (found.kind === "take-back") {
      hint = found;
      offer("do", false);
    }
    player.say(words(found));
  }

  function showWhy() {
    const { cells, rule, evidence = [], ruled_out, crossing } = hint;
    offer("do", reasons().includes(rule));
    player.board.mark(evidence, "look");
    player.board.mark(cells, "hint", true);
    player.board.sketch(cells, ruled_out, crossing);
    player.goTo(cells.at(-1));
    player.board.reveal();
    player.say(words(hint));
  }

  /** A hint as one short sentence; paths have the labels that the board shows. */
  function words({ kind, numbers, cells, rule, reason }) {
    const path = (numbers ?? []).map((number) => player.label(number)).join(", ");
    if (kind === "link") return t(rule === "a choice" ? "maygo" : "goes", { path, cell: player.where(cells.at(-1)), why: t(rule) });
    if (kind === "take-back") return counted("takeback", cells.length, { path });
    return t({ solved: "isolved", unsolvable: "unsolvable", fine: "fine", unknown: reason ?? "unknown" }[kind]);
  }

  /** Draw the path of the number under the cursor, or all paths. */
  function reveal(all) {
    player.lift();
    const number = all ? null : player.numberAt(player.cursor);
    if (number === 0) return player.say(t("pointfirst"));
    return wait("reveal", ({ moves }) => {
      if (!moves) player.say(t("nostored"));
      else if (!moves.length) player.say(t("unsolvable"));
      else player.show(moves, number);
    }, number);
  }
}

/** The answer to a "hint", "check" or "reveal" for a drawing: the server's, or that of local.js if there is no server.
 * If the solution is stored, local.js answers every "reveal", and the others if the server is late or does not know. */
async function answer(what, state, number) {
  const { puzzle, strands } = state;
  const known = storedPaths(puzzle) !== null;
  const local = () => LOCAL[what](state, number);
  if (!online || (known && what === "reveal")) return local();
  try {
    const found = await post(what, { puzzle: puzzleBody(puzzle), strands, number }, known ? PATIENCE : undefined);
    return found.kind === "unknown" && known ? local() : found;
  } catch (error) {
    if (known || error instanceof Unreachable) return local();
    throw error;
  }
}
