// Four small boards that teach the game; the texts lesson0 to lesson3 (text.js) go with them.

import { decode } from "./share.js";

const BOARDS = ["3x3.free.1a2c1a2", "4x4.cover.1b1d2b2d", "4x4.no-touch.c1a2b3c2a3-1", "5x5.cover.f1b2b2a3b4b4-1b3"];

/** The proven solution of the last board, so that its hints need no server. */
const LAST = [
  [[1, 1], [1, 2], [1, 3], [2, 3], [3, 3], [4, 3], [4, 2], [4, 1]],
  [[1, 4], [0, 4], [0, 3], [0, 2], [0, 1], [0, 0], [1, 0], [2, 0], [2, 1], [2, 2]],
  [[2, 4], [3, 4], [4, 4]],
  [[3, 2], [3, 1], [3, 0], [4, 0]],
];

/** The board of a lesson, counted from 0; null after the last lesson. */
export function lesson(at) {
  if (at >= BOARDS.length) return null;
  const proof = at === BOARDS.length - 1 ? { unique: true, paths: LAST } : {};
  return { ...decode(BOARDS[at]), lesson: at, ...proof };
}
