// What the browser remembers: settings, the editor's draft, and every puzzle begun with all that is known of it.
// Everything works without it, only nothing is kept.

const PREFIX = "numlink:";
const KEPT = 800;

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
    // private windows and full stores: the game goes on, only nothing is kept
  }
}

/**
 * What is kept of a puzzle, by its link: what was drawn, and what was proven of it.
 * @typedef {{ moves: string[], undone: string[], seconds: number, hints: number[], revealed: number[], at: number,
 *   complete: number, pairs: number, lesson?: number, effort?: number, pack?: string, code?: string, imported?: boolean, solved?: number, name?: string, daily?: string, kind_of_day?: string, slips?: number, race?: number, grade?: string, unique?: boolean,
 *   paths?: [number, number][][] }} Kept
 */

/** @returns {Kept | null} */
export function loadGame(code) {
  return load(`game:${code}`);
}

export function saveGame(code, game) {
  save(`game:${code}`, game);
  const recent = [code, ...recentCodes().filter((other) => other !== code)];
  for (const old of recent.splice(KEPT)) {
    try {
      localStorage.removeItem(`${PREFIX}game:${old}`);
    } catch {
      break;
    }
  }
  save("recent", recent);
}

/** The links of the puzzles kept, the one played last first. */
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

/** All of it as text for a file. */
export function exportAll() {
  return JSON.stringify({ numlink: 1, games: keptGames(), settings: load("settings", {}) });
}

/** Take in such a file: a solved game is never replaced by an unsolved one.  Gives how many games came. */
export function importAll(text) {
  const data = JSON.parse(text);
  if (data?.numlink !== 1 || !Array.isArray(data.games)) throw new Error("no such file");
  let count = 0;
  for (const { code, ...game } of data.games.reverse()) {
    const mine = loadGame(code);
    if (typeof code !== "string" || (mine && (mine.solved || mine.at >= game.at))) continue;
    saveGame(code, game);
    count += 1;
  }
  return count;
}
