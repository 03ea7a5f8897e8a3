// What the browser remembers: settings, the editor's draft, and every puzzle begun, with its moves and its solution.
// The page works without storage, but then it remembers nothing.

const PREFIX = "numlink:";
/** The most games kept; a further one replaces the least recently played. */
const KEPT = 800;

/** The value stored under a key, or `otherwise` if there is none. */
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
    // a private window or a full store: the game goes on without storage
  }
}

/** A game as stored under the code of its puzzle: `moves` and `undone` as in Game, its Progress (played.js), and what its
 * puzzle carries (`CARRIED` in play.js); `complete` of `pairs` paths are drawn, at the time `at` in milliseconds;
 * `unique` and `paths`: its solution, if that is proven to be the only one.
 * @typedef {Partial<import("./played.js").Progress> & Partial<Pick<import("./play.js").Puzzle, "name" | "seed" | "recipe" | "notes" |
 *   "daily" | "kind_of_day" | "grade" | "effort" | "lesson" | "pack" | "unique" | "paths">> &
 *   { moves: string[], undone: string[], at: number, complete: number, pairs: number, code?: string, imported?: boolean }} Kept */

/** Call `react` with the name of what another tab has stored, such as "settings" or "game:5x5.cover.1a1". */
export function whenKeptElsewhere(react) {
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && react(key.slice(PREFIX.length)));
}

/** @returns {Kept | null} */
export function loadGame(code) {
  return load(`game:${code}`);
}

export function saveGame(code, game) {
  save(`game:${code}`, game);
  const recent = [code, ...recentCodes().filter((other) => other !== code)];
  for (const old of recent.splice(KEPT)) localStorage.removeItem(`${PREFIX}game:${old}`); // not reached without storage
  save("recent", recent);
}

/** Delete a game; returns a function that restores it. */
export function removeGame(code) {
  const [game, recent] = [loadGame(code), recentCodes()];
  localStorage.removeItem(`${PREFIX}game:${code}`);
  save("recent", recent.filter((other) => other !== code));
  return () => {
    save(`game:${code}`, game);
    save("recent", recent);
  };
}

/** The codes of the stored puzzles, the most recently played first. */
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

/** Add the games of a file made by `exportAll`; returns how many were added.  A game stored here stays if it is solved,
 * or if it has moves and is not older than the one in the file. */
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
