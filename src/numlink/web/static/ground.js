// The places of cells on the page, in cell units: their polygons, with layers side by side or below each other, as in
// src/numlink/render/geometry.py.

import { draw } from "./elements.js";
import { SOLID } from "./grid.js";
import { LOOK } from "./kinds.js";

/** The distance between two layers, in cell units. */
const GAP = 0.8;
/** The margin around a board that wraps, in cell units: room to lead a path over the rim. */
const BEYOND = 0.45;

/** Tells which points are inside a polygon. */
const pen = new OffscreenCanvas(1, 1).getContext("2d");

/** @typedef {[number, number]} Point */

export class Ground {
  /** `below`: whether layers are below each other. */
  constructor(grid, below = false) {
    this.grid = grid;
    const { layers } = grid.layout;
    const middles = Array.from({ length: grid.plane }, (_, cell) => grid.middle(cell));
    const corners = middles.flatMap(([x, y], cell) => grid.place(cell).corners.map(([right, down]) => [x + right, y + down, right, down]));
    const [left, top] = [0, 1].map((axis) => corners.reduce((low, point) => Math.min(low, point[axis]), Infinity));
    const [right, bottom, ...reach] = [0, 1, 2, 3].map((axis) => corners.reduce((high, point) => Math.max(high, point[axis]), -Infinity));
    this.middles = middles.map(([x, y]) => [x - left, y - top]);
    this.across = short(right - left);
    this.down = short(bottom - top);
    /** Twice the largest distance of a corner from the middle of its cell, along an axis. */
    this.reach = 2 * Math.max(...reach);
    this.step = below ? [0, this.down + GAP] : [this.across + GAP, 0];
    this.width = this.across + (layers - 1) * this.step[0];
    this.height = this.down + (layers - 1) * this.step[1];
    this.margin = grid.layout.wrap === "none" ? 0 : BEYOND;
    this.absent = this.outside();
    /** The radius of the corners of tiles, in cell units: less if the narrowest cell is narrower than a square. */
    this.round = LOOK.corner * Math.min(1, 2 * Math.min(...grid.pattern.cells.map(({ corners }) => narrow(corners))));
    this.insets = new Map();
  }

  /** The middle of a cell.
   * @returns {Point} */
  centre(cell) {
    const { grid } = this;
    const layer = grid.layer(cell);
    const [x, y] = this.middles[cell % grid.plane];
    return [x + layer * this.step[0], y + layer * this.step[1]];
  }

  /** A circle in the middle of a cell. */
  dot(cell, name, r) {
    const [cx, cy] = this.centre(cell);
    return draw("circle", { class: name, cx, cy, r });
  }

  /** The outline of a cell, moved inwards by `inset`, as SVG path data; by default that of its tile, whose line is
   * 2 * `round` wide, so that its corners are round and the gap between tiles stays open. */
  tile(cell, inset = LOOK.gap + this.round) {
    const [x, y] = this.centre(cell);
    const { corners } = this.grid.place(cell);
    const known = this.insets.get(corners) ?? new Map();
    if (!known.has(inset)) this.insets.set(corners, known.set(inset, inside(corners, inset)));
    return `M${known.get(inset).map(([right, down]) => `${short(x + right)} ${short(y + down)}`).join("L")}z`;
  }

  /** The SVG path data of what is between cells: walls, wraps over the rim with their marks, ticks at corners. */
  sides() {
    const { grid } = this;
    const found = { tick: "", wall: "", wrap: "", mark: "" };
    for (let cell = 0; cell < grid.size; cell += 1) {
      if (this.absent.has(cell)) continue;
      const [x, y] = this.centre(cell);
      const { corners } = grid.place(cell);
      const behind = this.behind(cell);
      corners.forEach((corner, at) => {
        const next = corners[(at + 1) % corners.length];
        const line = `M${short(x + corner[0])} ${short(y + corner[1])}L${short(x + next[0])} ${short(y + next[1])}`;
        const other = behind[at];
        if (other < 0 || this.absent.has(other)) return;
        if (grid.walled(cell, other)) found.wall += cell < other || this.far(cell, other) ? line : "";
        else if (this.far(cell, other)) {
          found.wrap += line;
          found.mark += this.chevron(x, y, (corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2);
        }
      });
      for (const other of grid.neighbours(cell)) {
        if (cell < other && grid.cells[cell] !== SOLID && grid.acrossCorner(cell, other) && !this.far(cell, other)) found.tick += this.tick(cell, other);
      }
    }
    for (const [one, other] of grid.layout.walls) if (grid.acrossCorner(one, other) && !this.far(one, other)) found.wall += this.tick(one, other, true);
    return found;
  }

  /** A short stroke at the corner where two diagonal neighbours meet: along the diagonal or, with `bar`, across it. */
  tick(one, other, bar = false) {
    const [[x, y], [right, down]] = [this.centre(one), this.direction(one, other)];
    const [alongX, alongY] = bar ? [down, -right] : [right, down];
    const place = (share) => `${short(x + right / 2 + share * alongX)} ${short(y + down / 2 + share * alongY)}`;
    return `M${place(-0.13)}L${place(0.13)}`;
  }

  /** The cell beyond each side of a cell, also over the rim of a board that wraps; -1 for none. */
  behind(cell) {
    const around = this.grid.around(cell);
    return this.grid.place(cell).sides.map((way) => around[way] ?? -1);
  }

  /** The vector from a cell to a neighbour; if they meet over the rim, one step out over the rim.
   * @returns {Point} */
  direction(cell, other) {
    const [right, down] = this.apart(cell, other);
    if (!this.far(cell, other)) return [right, down];
    const step = (distance) => Math.sign(distance) * (Math.abs(distance) > 1.5 ? -1 : 1);
    return [step(right), step(down)];
  }

  /** The vector [right, down] from the middle of a cell to that of another. */
  apart(cell, other) {
    const [[x, y], [right, down]] = [this.centre(cell), this.centre(other)];
    return [right - x, down - y];
  }

  /** Whether two neighbours on a layer meet over the rim. */
  far(cell, other) {
    const { grid } = this;
    return grid.layout.wrap !== "none" && grid.layer(cell) === grid.layer(other) && Math.hypot(...this.apart(cell, other)) > 1.5;
  }

  chevron(x, y, outX, outY) {
    const place = (share, aside) => `${short(x + outX * share + outY * aside)} ${short(y + outY * share + outX * aside)}`;
    return `M${place(1.25, 0.2)}L${place(1.45, 0)}L${place(1.25, -0.2)}`;
  }

  /** The rails of all bridges as SVG path data: two across, and two down that are interrupted below them. */
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

  /** The point in a cell for the mark of a path that goes to another layer.
   * @returns {Point} */
  corner(cell) {
    const [x, y] = this.centre(cell);
    const [right, down] = this.grid.place(cell).aside;
    return [x + right, y + down];
  }

  /** A strand as SVG path data, interrupted where it goes over the rim or to another layer. */
  line(strand) {
    const { grid } = this;
    let d = "";
    strand.forEach((cell, at) => {
      const [x, y] = this.centre(cell);
      const before = strand[at - 1];
      const bend = at && grid.place(before).bends?.[grid.around(before).indexOf(cell)];
      if (bend) {
        const [fromX, fromY] = this.centre(before);
        d += `L${short(fromX + bend[0])} ${short(fromY + bend[1])}`;
      }
      if (!at || grid.layer(before) !== grid.layer(cell)) d += `M${short(x)} ${short(y)}`;
      else if (this.far(before, cell)) {
        const [outX, outY] = this.direction(before, cell);
        const [fromX, fromY] = this.centre(before);
        const out = 0.5 + this.margin - 0.1;
        d += `L${fromX + outX * out} ${fromY + outY * out}M${x - outX * out} ${y - outY * out}L${x} ${y}`;
      } else d += `L${short(x)} ${short(y)}`;
    });
    return d;
  }

  /** The bridges that a strand crosses straight across; it is drawn above a path that goes straight down. */
  overs(strand) {
    const { grid } = this;
    if (!grid.bridges.size) return [];
    return strand.filter((cell, at) => grid.bridges.has(cell) && at && grid.sameRow(cell, strand[at - 1]));
  }

  /** [cell, whether down] for both cells of each step of a strand to another layer. */
  layerMarks(strand) {
    const { grid } = this;
    const steps = strand.slice(1).map((there, at) => [strand[at], there]).filter(([here, there]) => grid.layer(here) !== grid.layer(there));
    return steps.flatMap(([here, there]) => [[here, there > here], [there, here > there]]);
  }

  /** The cell at a point, -1 for none.  With `nearest`, one over the rim if the board wraps, else the nearest cell. */
  cellAt(x, y, nearest = false) {
    const { grid } = this;
    const last = grid.layout.layers - 1;
    const layer = Math.max(0, Math.min(last, Math.floor(this.step[0] ? (x + GAP / 2) / this.step[0] : (y + GAP / 2) / this.step[1])));
    let [right, down] = [x - layer * this.step[0], y - layer * this.step[1]];
    if (nearest && grid.wraps.rows) right = ((right % this.across) + this.across) % this.across;
    if (nearest && grid.wraps.columns) down = ((down % this.down) + this.down) % this.down;
    const far = this.middles.map(([x, y]) => Math.hypot(x - right, y - down));
    const inside = far.findIndex((away, cell) => away < this.reach && pen.isPointInPath(new Path2D(this.tile(cell, 0)), right, down));
    const found = inside < 0 && nearest ? far.indexOf(Math.min(...far)) : inside;
    return found < 0 ? -1 : found + layer * grid.plane;
  }

  /** Whether a point is so near to a corner that the pointer may be on its way to the diagonal neighbour. */
  between(x, y) {
    const aside = (value) => Math.abs(value - Math.floor(value) - 0.5);
    return Boolean(this.grid.pattern.corners) && aside(x) + aside(y) > 0.7;
  }

  /** The solid cells outside the outline, which are not drawn: those that solid cells join to the rim.  A layer of
   * squares has none unless its four corners are solid. */
  outside() {
    const { grid } = this;
    const absent = new Set();
    const { width, plane, cells } = grid;
    for (let first = 0; first < grid.size; first += plane) {
      if (grid.pattern.boxed && [0, width - 1, plane - width, plane - 1].some((corner) => cells[first + corner] !== SOLID)) continue;
      const around = [];
      for (let cell = first; cell < first + plane; cell += 1) {
        if (cells[cell] === SOLID && this.behind(cell).some((other) => other < 0 || this.far(cell, other))) around.push(cell);
      }
      while (around.length) {
        const cell = around.pop();
        if (absent.has(cell)) continue;
        absent.add(cell);
        around.push(...this.behind(cell).filter((other) => cells[other] === SOLID && !this.far(cell, other)));
      }
    }
    return absent;
  }
}

function short(number) {
  return Math.round(number * 1000) / 1000;
}

/** The sides of a polygon: where each begins, and its inward unit normal. */
function sidesOf(corners) {
  const following = (at) => corners[(at + 1) % corners.length];
  const turn = Math.sign(corners.reduce((sum, [x, y], at) => sum + x * following(at)[1] - y * following(at)[0], 0));
  return corners.map(([x, y], at) => {
    const [right, down] = [following(at)[0] - x, following(at)[1] - y];
    const length = turn * Math.hypot(right, down);
    return { x, y, normal: [-down / length, right / length] };
  });
}

/** The smallest distance of a side from the middle. */
function narrow(corners) {
  return sidesOf(corners).reduce((least, { x, y, normal }) => Math.min(least, Math.abs(x * normal[0] + y * normal[1])), Infinity);
}

/** The corners of a polygon, moved `by` inwards, at most half of the way to the middle. */
function inside(corners, by) {
  const sides = sidesOf(corners);
  const far = Math.min(by, narrow(corners) / 2);
  return sides.map(({ x, y, normal: [right, down] }, at) => {
    const [before, above] = sides.at(at - 1).normal;
    const share = far / Math.max(0.2, 1 + right * before + down * above);
    return [x + share * (right + before), y + share * (down + above)];
  });
}
