// Follows the hints that need no server, from random drawings: each must be true, and together they must solve.
// Arguments: play.js and local.js. Standard input: puzzles as JSON with `paths` and `unique`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { localCheck, localHint, localReveal } = await import(pathToFileURL(process.argv[3]));
const { Game, canBegin, drawMove, follow, makePuzzle, status } = await import(pathToFileURL(process.argv[2]));

let seed = 12345;
const random = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const linksOf = (lists) =>
  new Set(lists.flatMap((cells) => cells.slice(1).map((cell, at) => [cell, cells[at]].sort((a, b) => a - b).join())));

function expect(truth, words, game) {
  if (truth) return;
  console.error(words, game.moves, game.state.strands);
  process.exit(1);
}

let hints = 0;
for (const entry of JSON.parse(readFileSync(0, "utf8"))) {
  const puzzle = makePuzzle(entry);
  const right = linksOf(entry.paths.map((path) => path.map((place) => puzzle.grid.cell(place))));
  for (let round = 0; round < 20; round += 1) {
    const game = new Game(puzzle);
    for (let drags = random(6); drags; drags -= 1) {
      const begin = random(puzzle.cells.length);
      if (!canBegin(game.state, begin)) continue;
      game.play(drawMove(puzzle.grid, follow(game.state, [begin], random(puzzle.cells.length))));
    }
    for (let steps = 0; ; steps += 1) {
      const hint = localHint(game.state);
      if (hint.kind === "solved") break;
      expect(steps < 500, "no end of hints", game);
      const drawn = linksOf(game.state.strands);
      const wrong = [...drawn].some((link) => !right.has(link));
      expect(hint.kind === (wrong ? "take-back" : "link"), `${hint.kind} for a drawing that is ${wrong ? "wrong" : "right"}`, game);
      expect(localCheck(game.state).kind === (wrong ? "take-back" : "fine"), "check", game);
      for (const move of hint.moves) game.play(move);
      const after = linksOf(game.state.strands);
      if (wrong) expect([...after].every((link) => right.has(link)), "took back too little", game);
      else expect(after.size === drawn.size + 1, "drew no link", game);
      hints += 1;
    }
    expect(status(game.state).solved, "hints ended unsolved", game);
  }
  const revealed = new Game(puzzle);
  for (const move of localReveal(revealed.state, null).moves) revealed.play(move);
  expect(status(revealed.state).solved, "reveal", revealed);
}
console.log(`${hints} hints were true`);
