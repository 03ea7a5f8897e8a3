// The player's notes, which are not paths: a × on an edge, and free lines over empty cells.

import { canBegin, drawMove, linkOf, noteMove, play, wander } from "./play.js";
import { t } from "./text.js";

export class Notes {
  /** `player` has the game and makes the moves. */
  constructor(player) {
    this.player = player;
    this.edge = undefined;
  }

  /** Whether a free line is being drawn. */
  get free() {
    const { trail, game } = this.player;
    return trail !== null && !canBegin(game.state, trail[0]);
  }

  get wanted() {
    return this.player.settings.marks;
  }

  /** The beginning of a free line on a cell, null if it is not empty; `edge` is the cell beyond a pressed edge. */
  begin(cell, edge) {
    this.edge = edge;
    return this.wanted && this.player.puzzle.cells[cell] === 0 ? [cell] : null;
  }

  lead(cell) {
    const { player } = this;
    player.trail = wander(player.puzzle.grid, player.trail, cell);
    player.board.drawNotes(player.game.state.notes, player.trail);
  }

  /** End a free line: as a path if it reached a number or a path, else as segments; a tap on an edge puts a ×. */
  end(free) {
    const { edge, player } = this;
    const { grid } = player.puzzle;
    if (free.length > 1) {
      const line = noteMove(grid, "line", free);
      let move = line;
      if (canBegin(player.game.state, free.at(-1))) {
        try {
          move = drawMove(grid, [...free].reverse());
          play(player.game.state, move);
        } catch {
          move = line;
        }
      }
      player.play([move]);
    } else if (edge !== undefined) this.cross(free[0], edge);
    else player.refresh();
  }

  /** Put a × on the edge between two cells, or take it away. */
  cross(cell, other) {
    const { player } = this;
    const { grid } = player.puzzle;
    if (!grid.neighbours(cell).includes(other)) return;
    player.play([noteMove(grid, "cross", [cell, other])]);
    const there = player.game.state.notes.has(`x ${linkOf(cell, other)}`);
    player.speak(t(there ? "crossed" : "uncrossed", { cell: player.where(cell), other: player.where(other) }));
  }
}
