// The screen Home: the game to continue, today's two boards, and a button for a new puzzle.

import { showToday } from "./daily.js";
import { showQuick } from "./new.js";
import { besideLevel, lesson, puzzleOf, titleOf } from "./packs.js";
import { page } from "./page.js";
import { thumbnail } from "./picture.js";
import { strandsOf } from "./play.js";
import { decode } from "./share.js";
import { keptGames, recentCodes } from "./store.js";
import { t } from "./text.js";

export function showHome() {
  goOn();
  showToday();
  showQuick();
}

/** Fill the card at the top: the lesson on a first visit, else the last game begun, else the next level of its pack. */
function goOn() {
  const [last] = recentCodes();
  const fresh = last === undefined;
  const begun = keptGames().find((game) => !game.solved && !game.revealed?.length && (game.moves.length || game.lesson !== undefined));
  const game = begun ?? (fresh ? null : besideLevel(last, 1));
  const puzzle = fresh ? lesson(0) : begun ? decode(begun.code) : game && puzzleOf(game);
  page.continue.hidden = !puzzle;
  page.continue.classList.toggle("first", fresh);
  page["quick-play"].classList.toggle("primary", !fresh);
  if (!puzzle) return;
  page.continue.href = fresh ? "#lesson" : `#p=${game.code}`;
  page["continue-picture"].replaceChildren(thumbnail(puzzle, strandsOf(puzzle, begun?.moves)));
  page["continue-how"].textContent = t(fresh ? "firsttime" : begun ? "continue" : "next");
  page["continue-title"].textContent = fresh ? t("learn") : titleOf(game);
  page["continue-bar"].hidden = !begun;
  Object.assign(page["continue-bar"], { max: begun?.pairs || 1, value: begun?.complete ?? 0 });
}
