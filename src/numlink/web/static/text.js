// Every text of the page, by name; {words} are filled in.  Other languages have files of their own, loaded where spoken.

export const EN = {
  new: "New", daily: "Daily", mine: "Mine", edit: "Edit", play: "Play", share: "Share", help: "Rules and keys", more: "More",
  undo: "Undo", redo: "Redo", hint: "Hint", why: "Why?", doit: "Do it", check: "Check", restart: "Restart", next: "Next",
  close: "Close", cancel: "Cancel", make: "Make it", pause: "Pause", paused: "Paused. Go on", toboard: "To the board",
  any: "any", easy: "easy", medium: "medium", hard: "hard", expert: "expert", extreme: "extreme", grade: "difficulty",
  width: "width", height: "height", rules: "rules", kind: "kind", seed: "seed", unique: "one solution", strict: "one, even with empty cells", classic: "lab program",
  cover: "fill every cell", "no-touch": "fill every cell, no path touches itself", free: "cells may stay empty", "free-no-touch": "cells may stay empty, no path touches itself",
  newtitle: "New puzzle", puzzle: "Puzzle", board: "Numberlink board, {height} rows, {width} columns, {pairs} pairs.",
  figures: "{complete}/{pairs} paths · {empty} empty", moves1: "1 move", moves: "{count} moves", hints1: "1 hint", hints: "{count} hints",
  begin: "Join every pair of equal numbers.", welcomeback: "Welcome back: your progress is here.", making: "Making a puzzle …", thinking: "Thinking …", fetching: "Fetching the puzzle of the day …",
  last: "This was the last puzzle of this file.", cleared: "Cleared. Undo brings it back.", undone: "Undone.", noundo: "Nothing to undo.", redone: "Played again.", noredo: "Nothing to redo.",
  erased: "Path {path} erased.", pencil: "Pencil down.", nopencil: "Put the pencil down on a number or on a path.",
  solved: "Solved in {time} with {moves}.", solvedhints: "Solved in {time} with {moves} and {hints}.", shown: "Revealed, not solved.", isolved: "It is solved.",
  empty1: "All joined, but 1 cell is still empty: every cell must be on a path.", empty: "All joined, but {count} cells are still empty: every cell must be on a path.", touches: "All joined, but path {path} touches itself.",
  look: "Look at the lit cells.", goes: "Path {path} goes on to {cell}: {why}.", cell: "row {row}, column {column}",
  takeback: "This cannot be completed. Take back path {path}: {count} cells.", takeback1: "This cannot be completed. Take back path {path}: 1 cell.",
  unsolvable: "This board has no solution.", fine: "So far so good: this drawing can be completed.", unknown: "This drawing is too hard to judge in the time allowed.",
  nolocal: "No hint without a server: this puzzle is not proven to have only one solution, so the stored one may not be yours.",
  revealed: "Revealed. Undo takes it back.", pointfirst: "Put the cursor on a number first: click it or use the arrow keys.", nostored: "Nothing to reveal: no solution is stored with this puzzle.",
  "only way out": "it has no other way out", corner: "a corner has only two sides", "dead end": "that cell is open on two sides only", "by trying": "tried out, no solution does without it", "a choice": "not forced, but one way to a solution", "the only solution": "the only solution has it",
  A1: "a cell on its way has no other link left", A2: "any other way would join different numbers", A3: "any other way would close a ring", A4: "any other way would end a path too early", A5: "every way left for it runs through here", A6: "any other way would strand a part of the board", A7: "the gaps around the lit cells must be used just so", A8: "the lit bottleneck has no place to spare", A9: "counting the cells like those of a chessboard leaves no other way", A10: "any other way would have to cross a path",
  N1: "three sides of a square would touch", N2: "any other way would touch itself", N3: "any other way would leave a spike", N4: "beside an end only one way keeps from touching", N5: "spikes would cross",
  damaged: "This link is damaged, so nothing was opened. Copy it whole and try again.", odd: "This board cannot be played: every number needs exactly two cells ({numbers}). Open it with Edit to mend it.",
  unreachable: "The server cannot be reached. The board still works.", noserver: "This file has no server behind it.",
  copied: "Link copied. It carries the whole puzzle.", copythis: "This link carries the whole puzzle:", resultcopied: "Result copied.", shareresult: "Share result",
  solid: "solid", number: "number {path}", path: "path {path}", emptycell: "empty",
  minetitle: "My puzzles", nothing: "Nothing yet. What you begin and solve is listed here; it stays in this browser.", solvedin: "solved in {time}", begun: "{complete} of {pairs} paths", revealedone: "revealed",
  stats: "{solved} solved · streak of dailies: {streak}", best: "Best times", dailies: "Dailies of the last four weeks", savefile: "Save all to a file", loadfile: "Load a file", loaded: "{count} puzzles taken in.", badfile: "This file holds no puzzles of numlink.", thisfile: "This file: {solved} of {count} solved", of: "{at} of {count}",
  letters: "Letters instead of numbers", clock: "Show the clock", sound: "Sound and vibration", theme: "Theme", auto: "as the system", light: "light", dark: "dark", language: "Language", revealpath: "Reveal the path under the cursor", revealall: "Reveal the whole solution", print: "Print", trial: "Try something out", keep: "Keep", drop: "Drop", trying: "Trying out: keep it or drop it as a whole.", kept: "Kept.", dropped: "Dropped.", learn: "Learn it on four boards",
  zoomin: "Larger", zoomout: "Smaller", player: "Player", puzzles: "Puzzles", movesgroup: "Moves", readpuzzle: "Puzzles found: {count}. All are under Mine.",
  lesson0: "Join equal numbers: drag from a 1 to the other 1, then from 2 to 2.", lesson1: "Here every cell must lie on a path. Take the long way round.", lesson2: "Here a path must not touch itself: no two of its cells side by side but those it joins.", lesson3: "Stuck? Press Hint: first it shows where to look, then why, then it draws.", lessondone: "That is all there is to know. Have fun!", lessonname: "Lesson {at} of 4",
  helptitle: "Rules", help1: "Join every pair of equal numbers with a path that goes from cell to cell, up, down, left or right. Paths never cross, never share a cell, and stay out of the grey, solid cells.", help2: "Above the board stands what else holds: whether every cell must lie on a path, and whether a path may run beside itself. Any drawing that keeps the rules wins.", helpdraw: "Drawing", help3: "Drag from a number or from the end of a path, with mouse or finger. Draw over another path to cut it, back along your own to take it back. A tap on a number shows its partner, and erases its path if there is one. The right mouse button takes a cell out.", helpkeys: "Keys", help4: "Arrows move, Space pencil down and up, Shift+arrow draws, Esc never mind, Delete erases a path, u undo, r redo, i hint, c check, t try out, n next.", helphints: "Hints", help5: "A hint is true whatever solution you head for. It shows where to look, then says why, then draws; or it says what to take back.", api: "The API of this server", keys: "Arrow keys move. Space puts the pencil down and lifts it. Shift and an arrow draws one cell. Delete erases the path. u undoes, r redoes, i gives a hint, c checks, question mark shows the rules.",
  editor: "Editor", edited: "Board being edited", places: "A click places", anumber: "number", toplace: "Number to place", anothing: "nothing", aboard: "Board", clear: "Clear", repair: "Repair", takeplayed: "Take the board being played", playit: "Play it", format: "format", download: "Download", readtitle: "Read puzzles from a text, a link or a file", astext: "Puzzles as text, or a link", read: "Read", afile: "File of puzzles", drophere: "A file or a text can also be dropped on this page.", editkeys: "Keys: arrows move, digits place a number, x a solid, b a bridge, v a way between layers, Shift+arrow a wall (with that tool), Delete empties, Space uses the tool above.",
  oddnumbers: "Number {numbers}: every number needs exactly two cells.", placepairs: "Place pairs of numbers.", nojudge: "This file has no server to judge the board; it can be played and shared.", judging: "Judging …", onesolution: "Exactly one solution.", several: "Several solutions: they differ in the {count} marked cells.", nosolution: "No solution.", toohard: "Too hard to judge in the time allowed.", repairing: "Repairing …", repaired: "Repaired: {changes}.", norepair: "Nothing to repair.",
  onhexes: "A path goes from a hexagon to any of its six neighbours.", onwraps: "Over an open rim a path goes out and comes back on the other side.", onwalls: "No path goes through a thick wall.", onbridges: "Two paths cross on a bridge: each goes straight on, and both ways count.", onlayers: "A path goes to another layer where it is joined: press the same place there to draw on.",
  layercell: "layer {layer}, row {row}, column {column}", bridge: "bridge",
  wall: "wall", via: "way between layers", cells: "cells", squares: "squares", hexes: "hexagons", openrim: "open rim", wrapnone: "none", wraprows: "left and right", wrapcolumns: "top and bottom", wrapboth: "all around", layers: "layers", needlayers: "A way between layers needs two layers or more.", nobridge: "A bridge needs a square cell with four neighbours.",
  previous: "Previous puzzle", bestyet: "your best time so far", key: "{name} (key {key})",
  reasons: "Reasons of hints", reasons1: "A hint names the rule that forces the lit link. These are all of them:",
  withwraps: "squares, open rim", withwalls: "squares, walls", withbridges: "squares, bridges", withlayers: "squares, two layers",
};

/** The reasons that a hint can give, by their names. */
export const REASONS = Object.keys(EN).filter((name) => /^[AN]\d+$/.test(name) || ["only way out", "corner", "dead end", "by trying", "a choice"].includes(name));

/** The other languages of the page by their codes. */
const OTHERS = {
  de: () => import("./text_de.js"),
  ja: () => import("./text_ja.js"),
  previous: "Previous puzzle", bestyet: "your best time so far", key: "{name} (key {key})",
  reasons: "Reasons of hints", reasons1: "A hint names the rule that forces the lit link. These are all of them:",
};
let spoken = EN;

/** Speak a language, "auto" the browser's own; English where it is none of ours or cannot be loaded. */
export async function speak(wanted) {
  const asked = wanted === "auto" ? navigator.languages.map((tag) => tag.slice(0, 2)) : [wanted];
  let found = asked.find((tag) => tag === "en" || tag in OTHERS) ?? "en";
  try {
    spoken = found in OTHERS ? (await OTHERS[found]()).TEXTS : EN;
  } catch {
    [found, spoken] = ["en", EN];
  }
  document.documentElement.lang = found;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.getAttribute("data-t"));
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("data-label")));
  }
  for (const element of document.querySelectorAll("[aria-keyshortcuts]")) {
    const name = (element.textContent.trim().length > 1 ? element.textContent : element.getAttribute("aria-label")).trim();
    element.setAttribute("title", t("key", { name, key: element.getAttribute("aria-keyshortcuts") }));
  }
}

/** A text by its name, with {words} filled in. */
export function t(name, values = {}) {
  return (spoken[name] ?? EN[name] ?? name).replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
}

/** A text that has a form for one. */
export function counted(name, count, values = {}) {
  return t(count === 1 && `${name}1` in EN ? `${name}1` : name, { ...values, count });
}
