// What a solved board brings: a card with time, hints and grade, and the result as text to share.

import { keptGames } from "./store.js";
import { counted, t } from "./text.js";

const SQUARES = { own: "🟩", helped: "🟨" };

/** Show the card of a player who has just solved a board: time, what helped, and whether it was never faster. */
export function showCard(player) {
  const { page, puzzle, hints, code, seconds } = player;
  if (puzzle.lesson !== undefined) return;
  const size = `${puzzle.width}x${puzzle.height}.`;
  const alike = keptGames().filter((game) => game.solved && game.code !== code && game.grade === puzzle.grade && game.code.startsWith(size));
  const best = alike.length > 0 && alike.every((game) => game.seconds > seconds);
  page["card-time"].textContent = clock(seconds);
  const about = [player.size(), puzzle.grade && t(puzzle.grade), counted("hints", hints.length), best && t("bestyet")];
  page["card-about"].textContent = about.filter(Boolean).join(" · ");
  page.card.hidden = false;
}

/** The result as text: a square a path, green where it was found alone. */
export function result(player) {
  const { puzzle, hints, seconds } = player;
  const { name, grade } = puzzle;
  const numbers = [...puzzle.ends.keys()].sort((one, two) => one - two);
  const squares = numbers.map((number) => (hints.includes(number) ? SQUARES.helped : SQUARES.own));
  const title = ["numlink", name, player.size(), grade && t(grade)].filter(Boolean).join(" · ");
  return `${title}\n${squares.join("")}\n${clock(seconds)} · ${counted("hints", hints.length)}`;
}

export function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
