// The screen Home: what to go on with, today's two boards, and a new puzzle by one button.

import { thumbnail } from "./picture.js";
import { lesson, puzzleOf } from "./packs.js";
import { Game, makePuzzle } from "./play.js";
import { titleOf } from "./reward.js";
import { decode } from "./share.js";
import { keptGames, loadGame, recentCodes } from "./store.js";
import { t } from "./text.js";

export class Home {
  /** `maker` has the card for a new puzzle, `calendar` that of today, `packs` (packs.js) the level behind a solved one. */
  constructor(page, { maker, calendar, packs }) {
    this.page = page;
    this.maker = maker;
    this.calendar = calendar;
    this.packs = packs;
  }

  show() {
    this.goOn();
    this.calendar.today();
    this.maker.showQuick();
  }

  /** The card at the top: the lesson at a first visit, else the game begun last, else the next level of its pack. */
  goOn() {
    const { page } = this;
    const fresh = !recentCodes().length;
    const begun = keptGames().find((game) => !game.solved && !game.revealed?.length && (game.moves.length || game.lesson !== undefined));
    const [last] = recentCodes();
    const following = begun ? null : this.packs.beside(last, 1);
    page.continue.hidden = !fresh && !begun && !following;
    page.continue.classList.toggle("first", fresh);
    page["quick-play"].classList.toggle("primary", page.continue.hidden || !fresh);
    if (page.continue.hidden) return;
    const puzzle = fresh ? lesson(0) : begun ? decode(begun.code) : puzzleOf(following);
    if (!puzzle) {
      page.continue.hidden = true;
      return;
    }
    page.continue.href = fresh ? "#lesson" : `#p=${begun?.code ?? following.code}`;
    page["continue-picture"].replaceChildren(thumbnail(puzzle, begun ? strandsOf(puzzle, begun) : []));
    page["continue-how"].textContent = t(fresh ? "firsttime" : begun ? "continue" : "next");
    page["continue-title"].textContent = fresh ? t("learn") : titleOf({ ...(begun ?? following), code: begun?.code ?? following.code }, this.packs);
    page["continue-bar"].hidden = !begun;
    Object.assign(page["continue-bar"], { max: begun?.pairs || 1, value: begun?.complete ?? 0 });
  }
}

/** The paths of a kept game; none if its moves cannot be played. */
export function strandsOf(puzzle, game) {
  try {
    return new Game(makePuzzle(puzzle), game.moves).state.strands;
  } catch {
    return [];
  }
}

/** The picture of a kept game: its board with what is drawn on it; null for a code that cannot be read. */
export function pictureOf(code) {
  const puzzle = decode(code);
  const game = loadGame(code);
  return puzzle && thumbnail(puzzle, game ? strandsOf(puzzle, game) : []);
}
