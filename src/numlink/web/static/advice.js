// Hint, check and reveal.  The server answers them; it gets the solution with the puzzle if that is proven to be the only
// one.  Without a server they come from that solution.  A hint has three steps: where to look, why, and the move.

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
    hint: () => (!hint ? ask("hint") : step === "why" ? showWhy() : doIt()), // a new hint, or the next step of the one shown
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

  /** Show the buttons of a hint; Why?, or All reasons once the reason is told, only if there is more to say. */
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
    player.lift(); // a path that is being drawn by keyboard belongs to the drawing
    forget();
    return wait(what, tell);
  }

  /** Wait for an answer, and do `then` with it unless it is about an older drawing by then. */
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

  function tell(told) {
    if (told.kind === "link") {
      hint = told;
      player.helped(told.numbers);
      if (!told.evidence?.length) return showWhy();
      offer("why", true);
      player.board.mark(told.evidence, "look");
      player.board.reveal();
      return player.say(t("look"));
    }
    player.board.mark(told.cells, told.kind === "take-back" ? "wrong" : "hint");
    if (told.cells.length) player.goTo(told.cells.at(-1));
    player.board.reveal();
    if (told.kind === "take-back") {
      hint = told;
      offer("do", false);
    }
    player.say(words(told));
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

/** The answer to a "hint", a "check" or a "reveal" of a drawing: the server's, or that of local.js if there is no server.
 * If the solution is stored, local.js answers every "reveal", and the others when the server is late or knows nothing. */
async function answer(what, state, number) {
  const { puzzle, strands } = state;
  const known = storedPaths(puzzle) !== null;
  const local = () => LOCAL[what](state, number);
  if (!online || (known && what === "reveal")) return local();
  try {
    const told = await post(what, { puzzle: puzzleBody(puzzle), strands, number }, known ? PATIENCE : undefined);
    return told.kind === "unknown" && known ? local() : told;
  } catch (error) {
    if (known || error instanceof Unreachable) return local();
    throw error;
  }
}
