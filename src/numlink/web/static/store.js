// What the browser remembers: settings, and the progress of the puzzles played last.  Everything works without it.

const PREFIX = "numlink:";
const KEPT = 60;

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

/** The saved progress of a puzzle, by its link. */
export function loadGame(code) {
  return load(`game:${code}`);
}

export function saveGame(code, progress) {
  save(`game:${code}`, progress);
  const recent = [code, ...load("recent", []).filter((other) => other !== code)];
  for (const old of recent.splice(KEPT)) {
    try {
      localStorage.removeItem(`${PREFIX}game:${old}`);
    } catch {
      break;
    }
  }
  save("recent", recent);
}
