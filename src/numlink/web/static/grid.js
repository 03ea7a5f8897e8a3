// Cells, neighbours and tracks of boards of every kind, named as in src/numlink/model/grid.py; no other module computes
// neighbours.  A track is a way through a cell: a bridge has two, straight across and straight down, any other cell one.

import { KINDS } from "./kinds.js";

export const SOLID = -1;

/** A kind of board, as src/numlink/model/kinds/pattern.py explains it; `size`: [rows, columns] after which the pattern
 * repeats; `step`: the distance to the next column and to the next row, in cell units.
 * @typedef {{ middle: number[], corners: number[][], steps: (number[] | null)[], sides: number[], keys?: number[],
 *   aside: number[], bends?: (number[] | null)[] }} Place
 * @typedef {{ size: number[], step: number[], cells: Place[], order: number[], norm: number[][], square?: number, boxed?: number, level?: number,
 *   corners?: number, refused: string[], text: string, polygons?: number[][][] }} Pattern */

/** The kind of a plain rectangle. */
export const PLAIN = Object.keys(KINDS)[0];

/** Key -> [rows down, columns right, layers down]. */
export const STEPS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [0, 0, -1], PageDown: [0, 0, 1],
};
/** The same for the diagonal keys of a keypad, on kinds of boards that use them. */
export const SLANTS = { 7: [-1, -1], 9: [-1, 1], 1: [1, -1], 3: [1, 1] };
/** The steps of `Place.keys`, in order. */
const KEYS = ["-1,0", "0,1", "1,0", "0,-1", "-1,1", "1,1", "1,-1", "-1,-1"];

/** What a board has that a plain rectangle lacks; cells are numbers.  A board of polygons has its own pattern, which
 * holds the polygons.
 * @typedef {{ kind: string, wrap: string, layers: number, walls: number[][], bridges: number[], vias: number[] | null, pattern: Pattern }} Layout */

/** The layout of a puzzle whose cells are given as numbers, as [row, column] or as [layer, row, column].
 * @returns {Layout} */
export function layoutOf({ width, height, kind = PLAIN, wrap = "none", layers = 1, walls = [], bridges = [], vias = null, pattern = KINDS[kind] }) {
  const cell = (place) => cellOf(place, width, height);
  const through = (place) => {
    if (typeof place === "number" || place.length > 2) return [cell(place)];
    return Array.from({ length: layers - 1 }, (_, layer) => layer * width * height + cell(place));
  };
  const order = (one, other) => one - other;
  return {
    kind, wrap, layers, pattern,
    walls: walls.map((wall) => wall.map(cell).sort(order)).sort(([a, b], [c, d]) => a - c || b - d),
    bridges: bridges.map(cell).sort(order),
    vias: vias && [...new Set(vias.flatMap(through))].sort(order),
  };
}

/** The number of a cell, given as a position or a number. */
function cellOf(place, width, height) {
  if (typeof place === "number") return place;
  const [column, row, layer = 0] = [...place].reverse();
  return (layer * height + row) * width + column;
}

export class Grid {
  constructor(width, height, cells, layout) {
    this.width = width;
    this.height = height;
    this.cells = cells;
    this.layout = layout;
    this.plane = width * height;
    this.size = this.plane * layout.layers;
    this.pattern = layout.pattern;
    const { kind, wrap, layers, walls, bridges } = layout;
    this.plain = kind === PLAIN && wrap === "none" && layers === 1 && !walls.length && !bridges.length;
    this.wraps = { rows: /rows|both/.test(layout.wrap), columns: /columns|both/.test(layout.wrap) };
    this.walls = new Set(layout.walls.map(([one, other]) => `${one} ${other}`));
    this.bridges = new Map(layout.bridges.map((cell, at) => [cell, this.size + at]));
    this.vias = layout.vias && new Set(layout.vias);
    this.known = [];
    this.arounds = [];
  }

  /** [row, column], or with layers [layer, row, column]. */
  position(cell) {
    const row = Math.floor(cell / this.width);
    const column = cell % this.width;
    if (this.layout.layers === 1) return [row, column];
    return [Math.floor(row / this.height), row % this.height, column];
  }

  /** The cell of a position. */
  cell(position) {
    return cellOf(position, this.width, this.height);
  }

  /** The cell at a layer, row and column, which may be over the rim if the board wraps; -1 outside the board. */
  at(layer, row, column) {
    const { width, height, wraps } = this;
    const down = wraps.columns ? (row + height) % height : row;
    const right = wraps.rows ? (column + width) % width : column;
    if (down < 0 || down >= height || right < 0 || right >= width) return -1;
    return layer * this.plane + down * width + right;
  }

  layer(cell) {
    return Math.floor(cell / this.plane);
  }

  /** The place in the pattern that a cell repeats. */
  place(cell) {
    const { size: [rows, columns], cells, order } = this.pattern;
    const row = Math.floor((cell % this.plane) / this.width);
    return cells[order[(row % rows) * columns + ((cell % this.width) % columns)]];
  }

  /** The middle of a cell, relative to the beginning of the pattern. */
  middle(cell) {
    const { middle: [x, y] } = this.place(cell);
    const [across, down] = this.pattern.step;
    return [x + across * (cell % this.width), y + down * Math.floor((cell % this.plane) / this.width)];
  }

  /** For each direction, the cell next to a cell on its layer, even if solid or behind a wall; -1 for none. */
  around(cell) {
    this.arounds[cell] ??= this.place(cell).steps.map((step, way) => {
      const other = step ? this.step(cell, step) : -1;
      return !this.place(cell).sides.includes(way) && (this.bridges.has(cell) || this.bridges.has(other)) ? -1 : other;
    });
    return this.arounds[cell];
  }

  /** The cell at `step`, [rows down, columns right], from a cell on the same layer, -1 for none.
   * @param {number[]} step */
  step(cell, step) {
    const [down, right] = step;
    return this.at(this.layer(cell), Math.floor((cell % this.plane) / this.width) + down, (cell % this.width) + right);
  }

  /** The cells next to a cell in ascending order, even if solid or behind a wall. */
  beside(cell) {
    const stacked = () => [cell - this.plane, cell + this.plane].filter((other) => this.stacked(cell, other));
    this.known[cell] ??= [...this.around(cell).filter((other) => other >= 0), ...stacked()].sort((one, other) => one - other);
    return this.known[cell];
  }

  /** The cell to which a key leads (`STEPS[key]` or `SLANTS[key]`), -1 for none. */
  beyond(cell, [down, right, up = 0]) {
    const layer = this.layer(cell) + up;
    if (up) return layer >= 0 && layer < this.layout.layers ? cell + up * this.plane : -1;
    const { keys = [0, 1, 2, 3] } = this.place(cell);
    return this.around(cell)[keys[KEYS.indexOf(`${down},${right}`)]] ?? -1;
  }

  /** Whether a path may go between two cells on top of each other. */
  stacked(cell, other) {
    if (this.layout.layers === 1 || other < 0 || other >= this.size) return false;
    return this.vias ? this.vias.has(Math.min(cell, other)) : !this.bridges.has(cell) && !this.bridges.has(other);
  }

  /** Whether a wall separates two neighbours, or for diagonal ones walls block both ways round their corner. */
  walled(one, other) {
    if (!this.walls.size) return false;
    const parted = (cell, beside) => this.walls.has(cell < beside ? `${cell} ${beside}` : `${beside} ${cell}`);
    const around = this.around(one);
    const way = around.indexOf(other);
    if (parted(one, other) || !this.acrossCorner(one, other)) return parted(one, other);
    const rounds = [around[way - 1], around[(way + 1) % around.length]];
    return rounds.every((corner) => parted(one, corner) || parted(corner, other));
  }

  /** Whether two neighbours meet only at a corner. */
  acrossCorner(one, other) {
    const way = this.pattern.corners ? this.around(one).indexOf(other) : -1;
    return way >= 0 && !this.place(one).sides.includes(way);
  }

  neighbours(cell) {
    return this.beside(cell).filter((other) => this.cells[other] !== SOLID && !this.walled(cell, other));
  }

  sameRow(one, other) {
    return Math.floor(one / this.width) === Math.floor(other / this.width);
  }

  /** The track of a cell on which its link to `beside` ends. */
  track(cell, beside) {
    return !this.bridges.size || !this.bridges.has(cell) || this.sameRow(cell, beside) ? cell : this.bridges.get(cell);
  }

  /** The tracks of a cell: one, or on a bridge two. */
  tracks(cell) {
    return this.bridges.has(cell) ? [cell, this.bridges.get(cell)] : [cell];
  }

  /** The cell of every track. */
  trackCells() {
    return [...this.cells.keys(), ...this.bridges.keys()];
  }

  /** The tracks on which a strand passes its cells. */
  strandTracks(strand) {
    return this.bridges.size ? strand.map((cell, at) => (at ? this.track(cell, strand[at - 1]) : cell)) : strand;
  }

  /** The cells next to a cell that are nearer to `target`, the nearest first; over the rim if that is shorter. */
  towards(cell, target) {
    if (this.layer(cell) !== this.layer(target)) return this.beside(cell).includes(target) ? [target] : [];
    const { width, height, wraps, pattern: { norm } } = this;
    const [middleX, middleY] = this.middle(target);
    const way = (start) => {
      const [x, y] = this.middle(start);
      return [wraps.rows ? shortWay(middleX - x, width) : middleX - x, wraps.columns ? shortWay(middleY - y, height) : middleY - y];
    };
    const far = (there) => (norm.length ? Math.max(...norm.map(([x, y]) => Math.abs(there[0] * x + there[1] * y))) : Math.hypot(...there));
    const here = way(cell);
    // among equally near cells, one straight up or down first, then one not over the rim, then the smaller
    const order = (other, there) => [Math.hypot(...there), Math.abs(here[0] - there[0]), Math.hypot(this.middle(other)[0] - middleX, this.middle(other)[1] - middleY), other];
    const before = (one, other) => one.map((value, at) => value - other[at]).find((value) => Math.abs(value) > 1e-3) ?? 0;
    return this.around(cell).filter((other) => other >= 0 && far(way(other)) < far(here) - 1e-3)
      .map((other) => order(other, way(other))).sort(before).map((found) => found[3]);
  }
}

function shortWay(distance, length) {
  const round = ((distance % length) + length) % length;
  return 2 * round > length ? round - length : round;
}
