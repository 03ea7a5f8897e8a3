// Where cells are and who their neighbours are, on boards of every kind; the same words as src/numlink/model/grid.py.
// Everything else asks here.  A track is what a path passes: a bridge has two, straight across and straight down.

export const SOLID = -1;

/** What keys mean on a board: rows down, columns right, layers down. */
export const STEPS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [0, 0, -1], PageDown: [0, 0, 1],
};
/** To the corners of a square where there are diagonals, as they lie on a keypad; of a hexagon half a cell up or down,
 * and a column aside. */
export const SLANTS = { 7: [-1, -1], 9: [-1, 1], 1: [1, -1], 3: [1, 1] };

/** What a board has that a plain rectangle has not, cells as numbers.
 * @typedef {{ kind: string, wrap: string, layers: number, walls: number[][], bridges: number[], vias: number[] | null }} Layout
 */

/** The layout of a puzzle that names cells by number or by [row, column] or [layer, row, column].
 * @returns {Layout} */
export function layoutOf({ width, height, kind = "square", wrap = "none", layers = 1, walls = [], bridges = [], vias = null }) {
  const plane = width * height;
  const cell = (place) => {
    if (typeof place === "number") return place;
    const [column, row, layer = 0] = [...place].reverse();
    return layer * plane + row * width + column;
  };
  const through = (place) => {
    if (typeof place === "number" || place.length > 2) return [cell(place)];
    return Array.from({ length: layers - 1 }, (_, layer) => layer * plane + cell(place));
  };
  const order = (one, other) => one - other;
  return {
    kind, wrap, layers,
    walls: walls.map((wall) => wall.map(cell).sort(order)).sort(([a, b], [c, d]) => a - c || b - d),
    bridges: bridges.map(cell).sort(order),
    vias: vias && [...new Set(vias.flatMap(through))].sort(order),
  };
}

export const isPlain = ({ kind, wrap, layers, walls, bridges }) =>
  kind === "square" && wrap === "none" && layers === 1 && !walls.length && !bridges.length;

export class Grid {
  constructor(width, height, cells, layout) {
    this.width = width;
    this.height = height;
    this.cells = cells;
    this.layout = layout;
    this.plane = width * height;
    this.size = this.plane * layout.layers;
    this.hexes = layout.kind === "hex";
    this.diagonals = layout.kind === "diagonal";
    this.plain = isPlain(layout);
    this.wraps = { rows: /rows|both/.test(layout.wrap), columns: /columns|both/.test(layout.wrap) };
    this.walls = new Set(layout.walls.map(([one, other]) => `${one} ${other}`));
    this.bridges = new Map(layout.bridges.map((cell, at) => [cell, this.size + at]));
    this.vias = layout.vias && new Set(layout.vias);
    this.known = [];
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
    const [column, row, layer = 0] = [...position].reverse();
    return (layer * this.height + row) * this.width + column;
  }

  /** The cell of a place, or -1 outside the board; over the rim where the board wraps. */
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

  /** The cells next to a cell in ascending order, be they solid or behind a wall. */
  beside(cell) {
    if (this.known[cell]) return this.known[cell];
    const layer = this.layer(cell);
    const row = Math.floor((cell % this.plane) / this.width);
    const column = cell % this.width;
    const up = this.hexes && column % 2 ? -1 : 0;
    const steps = this.hexes
      ? [[-1, 0], [1, 0], [up, -1], [up + 1, -1], [up, 1], [up + 1, 1]]
      : [[-1, 0], [0, -1], [0, 1], [1, 0]];
    const around = steps.map(([down, right]) => this.at(layer, row + down, column + right)).filter((other) => other >= 0);
    if (this.diagonals) for (const [down, right] of Object.values(SLANTS)) {
      const other = this.at(layer, row + down, column + right);
      if (other >= 0 && !this.bridges.has(cell) && !this.bridges.has(other)) around.push(other);
    }
    for (const other of [cell - this.plane, cell + this.plane]) if (this.stacked(cell, other)) around.push(other);
    this.known[cell] = around.sort((one, other) => one - other);
    return this.known[cell];
  }

  /** The cell one step away, -1 where there is none. */
  beyond(cell, [down, right, up = 0]) {
    const [column, row, layer = 0] = this.position(cell).reverse();
    if (up) return layer + up >= 0 && layer + up < this.layout.layers ? cell + up * this.plane : -1;
    const slant = this.hexes && down && right;
    return this.at(layer, row + (slant ? (column % 2 ? Math.min(down, 0) : Math.max(down, 0)) : down), column + right);
  }

  stacked(cell, other) {
    if (this.layout.layers === 1 || other < 0 || other >= this.size) return false;
    return this.vias ? this.vias.has(Math.min(cell, other)) : !this.bridges.has(cell) && !this.bridges.has(other);
  }

  /** Whether there is a wall between two neighbours, of diagonal ones also across both ways round their corner. */
  walled(one, other) {
    if (!this.walls.size) return false;
    const parted = (cell, beside) => this.walls.has(cell < beside ? `${cell} ${beside}` : `${beside} ${cell}`);
    if (parted(one, other) || !this.acrossCorner(one, other)) return parted(one, other);
    const [[row, column], [otherRow, otherColumn]] = [this.position(one), this.position(other)];
    const rounds = [this.cell([row, otherColumn]), this.cell([otherRow, column])];
    return rounds.every((corner) => parted(one, corner) || parted(corner, other));
  }

  /** Whether two neighbours meet at a corner only. */
  acrossCorner(one, other) {
    return this.diagonals && !this.sameRow(one, other) && one % this.width !== other % this.width;
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

  /** The track on which a strand passes each of its cells. */
  strandTracks(strand) {
    return this.bridges.size ? strand.map((cell, at) => (at ? this.track(cell, strand[at - 1]) : cell)) : strand;
  }

  /** The cells beside a cell that are nearer to `target`: across a corner first where there are diagonals, then the
   * longer way; over the rim where that is nearer. */
  towards(cell, target) {
    const { width, height, plane } = this;
    if (this.layer(cell) !== this.layer(target)) return this.beside(cell).includes(target) ? [target] : [];
    if (this.hexes) return this.towardsHex(cell, target);
    const row = Math.floor((cell % plane) / width);
    const column = cell % width;
    let down = Math.floor((target % plane) / width) - row;
    let right = (target % width) - column;
    if (this.wraps.columns) down = shortWay(down, height);
    if (this.wraps.rows) right = shortWay(right, width);
    const layer = this.layer(cell);
    const steps = [];
    if (down) steps.push(this.at(layer, row + Math.sign(down), column));
    if (right) steps.push(this.at(layer, row, column + Math.sign(right)));
    if (Math.abs(right) > Math.abs(down)) steps.reverse();
    const corner = this.diagonals && down && right ? this.at(layer, row + Math.sign(down), column + Math.sign(right)) : -1;
    return this.beside(cell).includes(corner) ? [corner, ...steps] : steps;
  }

  towardsHex(cell, target) {
    const [column, half] = this.hexPlace(target);
    const distance = (other) => {
      const [x, y] = this.hexPlace(other);
      const across = Math.abs(x - column);
      return across + Math.max(0, (Math.abs(y - half) - across) / 2);
    };
    const length = (other) => {
      const [x, y] = this.hexPlace(other);
      return 3 * (x - column) ** 2 + (y - half) ** 2;
    };
    const nearer = this.beside(cell).filter((other) => this.layer(other) === this.layer(cell) && distance(other) < distance(cell));
    return nearer.sort((one, other) => length(one) - length(other) || one - other);
  }

  /** The column of a hexagon, and how far down it stands in halves of its height: odd columns stand higher. */
  hexPlace(cell) {
    const column = cell % this.width;
    return [column, 2 * Math.floor((cell % this.plane) / this.width) - (column % 2)];
  }
}

function shortWay(distance, length) {
  const round = ((distance % length) + length) % length;
  return 2 * round > length ? round - length : round;
}
