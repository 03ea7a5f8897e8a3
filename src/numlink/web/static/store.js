// What the browser remembers: settings, the editor's draft, and every puzzle begun, with its moves and its solution.
// The page works without storage, but then it remembers nothing.

const PREFIX = "numlink:";
/** The most games kept; one more removes the game that was played longest ago. */
const KEPT = 800;

/** The value kept under a key, `otherwise` if there is none. */
export function load(key, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function save(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // a private window or a full store: the game goes on without being kept
  }
}

/** A game as it is kept under the code of its puzzle: `moves` and `undone` as in Game, what its player has beside them
 * (played.js), and what its puzzle carries (`CARRIED` in play.js); `complete` of `pairs` paths are drawn, at the time `at`
 * in milliseconds; `unique` and `paths`: its solution, if that is proven to be the only one.
 * @typedef {Partial<import("./played.js").Progress> & Partial<Pick<import("./play.js").Puzzle, "name" | "seed" | "recipe" | "notes" |
 *   "daily" | "kind_of_day" | "grade" | "effort" | "lesson" | "pack" | "unique" | "paths">> &
 *   { moves: string[], undone: string[], at: number, complete: number, pairs: number, code?: string, imported?: boolean }} Kept */

/** Call `told` with the name of what another tab has kept, such as "settings" or "game:5x5.cover.1a1". */
export function whenKeptElsewhere(told) {
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && told(key.slice(PREFIX.length)));
}

/** @returns {Kept | null} */
export function loadGame(code) {
  return load(`game:${code}`);
}

export function saveGame(code, game) {
  save(`game:${code}`, game);
  const recent = [code, ...recentCodes().filter((other) => other !== code)];
  for (const old of recent.splice(KEPT)) localStorage.removeItem(`${PREFIX}game:${old}`); // without storage there is none
  save("recent", recent);
}

/** Forget a game; returns what brings it back. */
export function removeGame(code) {
  const [game, recent] = [loadGame(code), recentCodes()];
  localStorage.removeItem(`${PREFIX}game:${code}`);
  save("recent", recent.filter((other) => other !== code));
  return () => {
    save(`game:${code}`, game);
    save("recent", recent);
  };
}

/** The codes of the puzzles kept, the puzzle played last first. */
export function recentCodes() {
  return load("recent", []);
}

/** @returns {(Kept & { code: string })[]} */
export function keptGames() {
  return recentCodes().flatMap((code) => {
    const kept = loadGame(code);
    return kept ? [{ ...kept, code }] : [];
  });
}

/** All games and settings as the text of a file. */
export function exportAll() {
  return JSON.stringify({ numlink: 1, games: keptGames(), settings: load("settings", {}) });
}

/** Add the games of a file made by `exportAll`; returns how many were added.  A game kept here stays if it is solved or
 * if something was drawn in it later than in that of the file. */
export function importAll(text) {
  const data = JSON.parse(text);
  if (data?.numlink !== 1 || !Array.isArray(data.games)) throw new Error("no such file");
  let count = 0;
  for (const { code, ...game } of data.games.reverse()) {
    const mine = loadGame(code);
    if (typeof code !== "string" || (mine && (mine.solved || (mine.moves.length && mine.at >= game.at)))) continue;
    saveGame(code, game);
    count += 1;
  }
  return count;
}
