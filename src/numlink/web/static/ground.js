// Where cells lie on the page, in cell units: squares, hexagons, layers beside or below each other.  The same picture as
// src/numlink/render/ground.py; a hexagon is one unit high, its corners left and right, odd columns half a cell higher.

import { SOLID } from "./grid.js";

const GAP = 0.8;
const SIDE = 1 / Math.sqrt(3);
const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
const HEXAGON = [[-SIDE, 0], [-SIDE / 2, -0.5], [SIDE / 2, -0.5], [SIDE, 0], [SIDE / 2, 0.5], [-SIDE / 2, 0.5]];
/** Round a board that wraps: room for a pointer to lead a path out. */
const BEYOND = 0.45;

/** @typedef {[number, number]} Point */

export class Ground {
  /** `below`: layers stand below each other. */
  constructor(grid, below = false) {
    this.grid = grid;
    this.corners = grid.hexes ? HEXAGON : SQUARE;
    const { layers } = grid.layout;
    this.across = grid.hexes ? 2 * SIDE + (grid.width - 1) * 1.5 * SIDE : grid.width;
    this.down = grid.height + (grid.hexes && grid.width > 1 ? 0.5 : 0);
    this.step = below ? [0, this.down + GAP] : [this.across + GAP, 0];
    this.width = this.across + (layers - 1) * this.step[0];
    this.height = this.down + (layers - 1) * this.step[1];
    this.margin = grid.layout.wrap === "none" ? 0.06 : BEYOND;
    this.absent = this.outside();
  }

  /** The middle of a cell.
   * @returns {Point} */
  centre(cell) {
    const { grid } = this;
    const layer = grid.layer(cell);
    const row = Math.floor((cell % grid.plane) / grid.width);
    const column = cell % grid.width;
    const [left, top] = [layer * this.step[0], layer * this.step[1]];
    if (!grid.hexes) return [left + column + 0.5, top + row + 0.5];
    return [left + SIDE * (1 + 1.5 * column), top + row + (grid.width > 1 && column % 2 === 0 ? 1 : 0.5)];
  }

  /** A cell as a closed path. */
  shape(cell, share = 1) {
    const [x, y] = this.centre(cell);
    return `M${this.corners.map(([right, down]) => `${short(x + share * right)} ${short(y + share * down)}`).join("L")}z`;
  }

  /** All sides as paths: thin between cells, wall, rim, wrap where the board is open, and marks that say so. */
  sides() {
    const { grid } = this;
    const found = { thin: "", tick: "", wall: "", rim: "", wrap: "", mark: "" };
    for (let cell = 0; cell < grid.size; cell += 1) {
      if (this.absent.has(cell)) continue;
      const [x, y] = this.centre(cell);
      const across = new Map(this.besides(cell).map((other) => [this.facing(cell, other), other]));
      this.corners.forEach((corner, at) => {
        const next = this.corners[(at + 1) % this.corners.length];
        const line = `M${short(x + corner[0])} ${short(y + corner[1])}L${short(x + next[0])} ${short(y + next[1])}`;
        const other = across.get(at);
        if (other === undefined || this.absent.has(other)) found.rim += line;
        else if (grid.walled(cell, other)) found.wall += cell < other || this.far(cell, other) ? line : "";
        else if (this.far(cell, other)) {
          found.wrap += line;
          found.mark += this.chevron(x, y, (corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2);
        } else if (cell < other) found.thin += line;
      });
      for (const other of grid.neighbours(cell)) {
        if (cell < other && grid.cells[cell] !== SOLID && grid.acrossCorner(cell, other) && !this.far(cell, other)) found.tick += this.tick(cell, other);
      }
    }
    for (const [one, other] of grid.layout.walls) if (grid.acrossCorner(one, other) && !this.far(one, other)) found.wall += this.tick(one, other, true);
    return found;
  }

  /** A short stroke along the diagonal of two cells over their corner, or (`bar`) across it. */
  tick(one, other, bar = false) {
    const [[x, y], [right, down]] = [this.centre(one), this.direction(one, other)];
    const [alongX, alongY] = bar ? [down, -right] : [right, down];
    const place = (share) => `${short(x + right / 2 + share * alongX)} ${short(y + down / 2 + share * alongY)}`;
    return `M${place(-0.13)}L${place(0.13)}`;
  }

  /** The cells behind the sides of a cell, over the rim too. */
  besides(cell) {
    const { grid } = this;
    return grid.beside(cell).filter((other) => grid.layer(other) === grid.layer(cell) && !grid.acrossCorner(cell, other));
  }

  /** Over which of its sides a cell meets another; over a wrap, too. */
  facing(cell, other) {
    const [right, down] = this.direction(cell, other);
    let best = 0;
    let most = -1;
    this.corners.forEach((corner, at) => {
      const next = this.corners[(at + 1) % this.corners.length];
      const along = (corner[0] + next[0]) * right + (corner[1] + next[1]) * down;
      if (along > most) [best, most] = [at, along];
    });
    return best;
  }

  /** The way from a cell to one beside it, one step over the rim where that is how they meet.
   * @returns {Point} */
  direction(cell, other) {
    const [[x, y], [right, down]] = [this.centre(cell), this.centre(other)];
    if (!this.far(cell, other)) return [right - x, down - y];
    const step = (distance) => Math.sign(distance) * (Math.abs(distance) > 1.5 ? -1 : 1);
    return [step(right - x), step(down - y)];
  }

  /** Whether two cells beside each other on a layer meet over the rim. */
  far(cell, other) {
    const [[x, y], [right, down]] = [this.centre(cell), this.centre(other)];
    return this.grid.layer(cell) === this.grid.layer(other) && Math.hypot(x - right, y - down) > 1.5;
  }

  chevron(x, y, outX, outY) {
    const place = (share, aside) => `${short(x + outX * share + outY * aside)} ${short(y + outY * share + outX * aside)}`;
    return `M${place(1.25, 0.2)}L${place(1.45, 0)}L${place(1.25, -0.2)}`;
  }

  /** What is to be seen of bridges: two rails across, and those below them. */
  rails() {
    return [...this.grid.bridges.keys()].map((cell) => {
      const [x, y] = this.centre(cell);
      return [-0.27, 0.27].map((side) =>
        `M${x - 0.46} ${y + side}H${x + 0.46}M${x + side} ${y - 0.46}V${y - 0.27}M${x + side} ${y + 0.27}V${y + 0.46}`).join("");
    }).join("");
  }

  /** The cells with a shaft to another layer. */
  shafts() {
    const { vias, plane } = this.grid;
    return vias ? [...new Set([...vias].flatMap((cell) => [cell, cell + plane]))] : [];
  }

  /** Where in a cell it is said that a path goes up or down.
   * @returns {Point} */
  corner(cell) {
    const [x, y] = this.centre(cell);
    return this.grid.hexes ? [x + 0.17, y + 0.34] : [x + 0.31, y + 0.31];
  }

  /** A path as lines, broken where it leaves over the rim or for another layer. */
  line(strand) {
    const { grid } = this;
    let d = "";
    strand.forEach((cell, at) => {
      const [x, y] = this.centre(cell);
      const before = strand[at - 1];
      if (at === 0) d += `M${short(x)} ${short(y)}`;
      else if (grid.layer(before) !== grid.layer(cell)) d += `M${short(x)} ${short(y)}`;
      else if (this.far(before, cell)) {
        const [outX, outY] = this.direction(before, cell);
        const [fromX, fromY] = this.centre(before);
        const out = 0.5 + this.margin - 0.1;
        d += `L${fromX + outX * out} ${fromY + outY * out}M${x - outX * out} ${y - outY * out}L${x} ${y}`;
      } else if (grid.layout.kind !== "square" || at === strand.length - 1 || strand[at + 1] - cell !== cell - before || grid.layer(strand[at + 1]) !== grid.layer(cell) || this.far(cell, strand[at + 1])) d += `L${short(x)} ${short(y)}`;
    });
    return d;
  }

  /** The cells of a strand on bridges that it crosses straight across, over what goes down. */
  overs(strand) {
    const { grid } = this;
    if (!grid.bridges.size) return [];
    return strand.filter((cell, at) => grid.bridges.has(cell) && at && grid.sameRow(cell, strand[at - 1]));
  }

  /** Where a strand goes to another layer: the cell, and whether down. */
  climbs(strand) {
    const found = [];
    strand.slice(1).forEach((there, at) => {
      const here = strand[at];
      if (this.grid.layer(here) !== this.grid.layer(there)) found.push([here, there > here], [there, here > there]);
    });
    return found;
  }

  /** The cell at a point, or -1; with `nearest`, over the rim where the board wraps, else the nearest one. */
  cellAt(x, y, nearest = false) {
    const { grid } = this;
    const last = grid.layout.layers - 1;
    const layer = Math.max(0, Math.min(last, Math.floor(this.step[0] ? (x + GAP / 2) / this.step[0] : (y + GAP / 2) / this.step[1])));
    const [right, down] = [x - layer * this.step[0], y - layer * this.step[1]];
    const cell = grid.hexes ? this.hexAt(layer, right, down) : grid.at(layer, Math.floor(down), Math.floor(right));
    if (!nearest) return right < 0 || down < 0 || right >= this.across || down >= this.down ? -1 : cell;
    if (cell >= 0) return cell;
    const hold = (value, most) => Math.max(0, Math.min(most - 1e-6, value));
    if (grid.hexes) return this.nearestHex(layer, right, down);
    return grid.at(layer, Math.floor(grid.wraps.columns ? down : hold(down, grid.height)), Math.floor(grid.wraps.rows ? right : hold(right, grid.width)));
  }

  /** Whether a pointer near a corner, on its way to the cell across, is in no cell yet. */
  between(x, y) {
    const aside = (value) => Math.abs(value - Math.floor(value) - 0.5);
    return this.grid.diagonals && aside(x) + aside(y) > 0.7;
  }

  hexAt(layer, x, y) {
    const cell = this.nearestHex(layer, x, y);
    const [right, down] = this.centre(cell);
    return Math.hypot(right - layer * this.step[0] - x, down - layer * this.step[1] - y) < 0.6 ? cell : -1;
  }

  nearestHex(layer, x, y) {
    const { grid } = this;
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    const middle = Math.round((x / SIDE - 1) / 1.5);
    for (const column of [middle - 1, middle, middle + 1].map((at) => Math.max(0, Math.min(grid.width - 1, at)))) {
      const row = Math.max(0, Math.min(grid.height - 1, Math.round(y - (grid.width > 1 && column % 2 === 0 ? 1 : 0.5))));
      const cell = layer * grid.plane + row * grid.width + column;
      const [right, down] = this.centre(cell);
      const far = Math.hypot(right - layer * this.step[0] - x, down - layer * this.step[1] - y);
      if (far < least) [best, least] = [cell, far];
    }
    return best;
  }

  /** Solid cells that lie outside the outline and are not drawn; of squares only where all four corners are solid. */
  outside() {
    const { grid } = this;
    const absent = new Set();
    const { width, plane, cells } = grid;
    for (let first = 0; first < grid.size; first += plane) {
      const corners = [0, width - 1, plane - width, plane - 1].map((corner) => cells[first + corner]);
      if (!grid.hexes && corners.some((content) => content !== SOLID)) continue;
      const around = [];
      for (let cell = first; cell < first + plane; cell += 1) {
        const seen = this.besides(cell).filter((other) => !this.far(cell, other));
        if (cells[cell] === SOLID && seen.length < this.corners.length) around.push(cell);
      }
      while (around.length) {
        const cell = around.pop();
        if (absent.has(cell)) continue;
        absent.add(cell);
        around.push(...this.besides(cell).filter((other) => cells[other] === SOLID && !this.far(cell, other)));
      }
    }
    return absent;
  }
}

function short(number) {
  return Math.round(number * 1000) / 1000;
}
