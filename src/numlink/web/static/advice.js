// Hint, check and reveal.  The server answers them; it gets the solution with the puzzle if that is proven to be the only
// one.  Without a server they come from that solution.  A hint has three steps: where to look, why, and the move.

import { Unreachable, online, post, puzzleBody } from "./api.js";
import { localCheck, localHint, localReveal, storedPaths } from "./local.js";
import { counted, reasons, t } from "./text.js";

const LOCAL = { hint: localHint, check: localCheck };
const PATIENCE = 6000; // milliseconds after which a stored proven solution answers instead of the server

export class Advice {
  /** `player` has the game and shows the answers. */
  constructor(player) {
    this.player = player;
    this.hint = null;
    this.step = "look";
  }

  /** Forget the hint whose steps are being shown. */
  forget() {
    this.hint = null;
    this.step = "look";
    this.player.page.hinted.hidden = true;
  }

  /** The button Hint: a new hint, or the next step of the one that is shown. */
  async press() {
    if (!this.hint) await this.ask("hint");
    else if (this.step === "why") this.showWhy();
    else this.doIt();
  }

  /** The button Do it: make the move of the hint. */
  doIt() {
    const { moves } = this.hint;
    this.forget();
    this.player.play(moves);
  }

  /** The button Why?, then All reasons: the reason of this hint, then the list of all. */
  why() {
    if (this.step === "why") this.showWhy();
    else this.player.showReasons(this.hint.rule);
  }

  /** Show the buttons of a hint; Why?, or All reasons once the reason is told, only if there is more to say. */
  offer(step, why) {
    this.step = step;
    this.player.page.hinted.hidden = false;
    const button = this.player.page["hint-why"];
    button.hidden = !why;
    button.dataset.t = step === "why" ? "why" : "reasons";
    button.textContent = t(button.dataset.t);
  }

  /** Ask for a "hint" or a "check". */
  ask(what) {
    this.player.lift(); // a path that is being drawn by keyboard belongs to the drawing
    this.forget();
    return this.await((state) => this.find(what, state), (told) => this.tell(told));
  }

  /** Wait for what `find(state)` promises, and do `then` with it unless it is about an older drawing by then. */
  async await(find, then) {
    const { player } = this;
    const { state } = player.game;
    player.say(t("thinking"));
    try {
      const found = await find(state);
      if (state === player.game.state && !player.paused) then(found);
    } catch (error) {
      player.say(error.message);
    }
  }

  /** The server's answer, or that of `local` without a server; `known`: the solution is stored, so it can answer at any time. */
  async answer(what, body, known, local) {
    if (!online) return local();
    try {
      return await post(what, body, known ? PATIENCE : undefined);
    } catch (error) {
      if (known || error instanceof Unreachable) return local();
      throw error;
    }
  }

  /** The answer to a "hint" or a "check" of a drawing, as `Hint` of local.js. */
  async find(what, state) {
    const { puzzle, strands } = state;
    const known = storedPaths(puzzle) !== null;
    const local = () => LOCAL[what](state);
    const told = await this.answer(what, { puzzle: puzzleBody(puzzle), strands }, known, local);
    return told.kind === "unknown" && known ? local() : told;
  }

  tell(hint) {
    const { player } = this;
    if (hint.kind === "link") {
      this.hint = hint;
      player.helped(hint.numbers);
      if (hint.evidence?.length) {
        this.offer("why", true);
        player.board.mark(hint.evidence, "look");
        player.board.reveal(hint.evidence);
        player.say(t("look"));
      } else this.showWhy();
      return;
    }
    player.board.mark(hint.cells, hint.kind === "take-back" ? "wrong" : "hint");
    if (hint.cells.length) player.goTo(hint.cells.at(-1));
    player.board.reveal(hint.cells);
    if (hint.kind === "take-back") {
      this.hint = hint;
      this.offer("do", false);
    }
    player.say(this.words(hint));
  }

  showWhy() {
    const { player, hint } = this;
    this.offer("do", reasons().includes(hint.rule));
    player.board.mark(hint.evidence ?? [], "look");
    player.board.mark(hint.cells, "hint", true);
    player.board.sketch(hint.cells, hint.ruled_out, hint.crossing);
    player.goTo(hint.cells.at(-1));
    player.board.reveal([...(hint.evidence ?? []), ...hint.cells]);
    player.say(this.words(hint));
  }

  /** A hint as one short sentence; paths have the labels that the board shows. */
  words({ kind, numbers, cells, rule, reason }) {
    const { player } = this;
    const path = (numbers ?? []).map((number) => player.label(number)).join(", ");
    const goes = rule === "a choice" ? "maygo" : "goes";
    if (kind === "link") return t(goes, { path, cell: player.where(cells.at(-1)), why: t(rule) });
    if (kind === "take-back") return counted("takeback", cells.length, { path });
    return t({ solved: "isolved", unsolvable: "unsolvable", fine: "fine", unknown: reason ?? "unknown" }[kind]);
  }

  /** Draw the "path" of the number under the cursor, or "all" paths. */
  reveal(what) {
    const { player } = this;
    player.lift();
    const number = what === "all" ? null : player.numberAt(player.cursor);
    if (number === 0) return player.say(t("pointfirst"));
    return this.await((state) => this.findMoves(state, number), (moves) => {
      if (!moves) player.say(t("nostored"));
      else if (!moves.length) player.say(t("unsolvable"));
      else player.show(moves, number);
    });
  }

  /** The moves that draw the path of a number (null: all); none for a board without a solution, null if it is unknown. */
  async findMoves({ puzzle, strands }, number) {
    const local = () => ({ moves: localReveal(puzzle, number) });
    if (storedPaths(puzzle)) return local().moves;
    return (await this.answer("reveal", { puzzle: puzzleBody(puzzle), strands, number }, false, local)).moves;
  }
}
