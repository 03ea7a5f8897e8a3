// Plays moves.json with the browser's game, whose play.js is the argument, and says where it differs from Python's.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { Game, MoveError, drawMove, follow, makePuzzle, play, preview, sameState, status, stepOver } = await import(
  pathToFileURL(process.argv[2])
);

const games = JSON.parse(readFileSync(new URL("moves.json", import.meta.url), "utf8"));
let steps = 0;

function expect(actual, wanted, where) {
  if (JSON.stringify(actual) === JSON.stringify(wanted)) return;
  console.error(`${where}: JavaScript ${JSON.stringify(actual)}, Python ${JSON.stringify(wanted)}`);
  process.exit(1);
}

games.forEach((entry, index) => {
  const game = new Game(makePuzzle(entry));
  entry.steps.forEach((step, at) => {
    const where = `board ${index}, step ${at}, ${step.move}`;
    const before = game.state;
    for (const { trail, target, after } of step.jumps ?? []) expect(follow(before, trail, target), after, where);
    try {
      game.play(step.move);
      expect(true, !step.refused, `${where} (made)`);
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      expect(true, step.refused === true, `${where} (refused)`);
      return;
    }
    if (step.jumps?.length) {
      const trail = step.jumps.at(-1).after;
      expect(drawMove(before.puzzle.grid, trail), step.move, where);
      expect(sameState(preview(before, trail), game.state), true, `${where} (preview)`);
    }
    expect(game.state.strands, step.strands, where);
    const { complete, empty, solved } = status(game.state);
    expect([complete, empty, solved], step.status, where);
    if (step.notes) expect([...game.state.notes].sort(), step.notes, `${where} (notes)`);
    if (step.over) {
      const { grid, cells } = game.state.puzzle;
      const over = cells.map((_, cell) => stepOver(game.state, cell)).filter(Boolean);
      expect(over, step.over, `${where} (over)`);
      for (const trail of over) play(game.state, drawMove(grid, trail));
    }
    steps += 1;
  });
  const last = game.state.strands;
  const played = game.moves.length;
  while (game.undo());
  expect(game.state.strands, [], `board ${index}, undone`);
  while (game.redo());
  expect([game.state.strands, game.moves.length], [last, played], `board ${index}, redone`);
});
console.log(`${games.length} games, ${steps} moves agree`);
