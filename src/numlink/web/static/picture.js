// A board as a picture: SVG in cell units, of which only changed paths are drawn again; and small pictures of boards.

import { draw } from "./elements.js";
import { Ground } from "./ground.js";
import { LOOK } from "./kinds.js";

/** A solved board with more paths than this gets no sparks. */
const MOST_SPARKS = 40;
/** A board is turned upright if that makes its cells larger by this factor. */
const WORTH_TURNING = 1.12;

export class Picture {
  /** `turns`: whether the board may be turned to make its cells larger. */
  constructor(svg, turns) {
    this.svg = svg;
    this.turns = turns;
    this.layers = {};
    this.drawn = new Map();
    this.turned = false;
  }

  /** Show another puzzle; `label(number)` is the text of an endpoint. */
  show(puzzle, label) {
    this.puzzle = puzzle;
    this.below = this.tall();
    this.ground = new Ground(puzzle.grid, this.below);
    const { margin } = this.ground;
    this.drawn.clear();
    this.last = null;
    this.svg.replaceChildren();
    this.turned = this.upright();
    this.span = this.seen(this.whole());
    this.svg.setAttribute("viewBox", `${-margin} ${-margin} ${this.span.join(" ")}`);
    this.svg.style.setProperty("--ratio", String(this.span[0] / this.span[1]));
    this.svg.style.setProperty("--soft-corner", String(2 * this.ground.round));
    /** The group with everything drawn; on a turned board it exchanges rows and columns. */
    this.root = this.element("g", this.turned ? { transform: "matrix(0 1 1 0 0 0)" } : {}, this.svg);
    this.svg.classList.remove("solved");
    lay(this.ground, puzzle, this.root);
    for (const layer of ["marks", "notes", "paths", "overs", "sparks", "ghosts", "ends"]) this.layers[layer] = this.element("g", { class: layer });
    this.layers.lead = this.element("path", { class: "lead" }, this.layers.paths);
    this.layers.cursor = this.element("path", { class: "cursor" });
    this.label(label);
  }

  /** Whether layers are below each other: if the stage is taller than it is wide. */
  tall() {
    const { clientWidth, clientHeight } = this.svg.parentElement;
    return this.puzzle.layers > 1 && clientHeight > clientWidth;
  }

  /** Width and height of the picture before it is turned, in cell units. */
  whole() {
    const { width, height, margin } = this.ground;
    return [width + 2 * margin, height + 2 * margin];
  }

  /** Whether to turn the board, so that its rows go down the page: if its cells become larger by WORTH_TURNING. */
  upright() {
    const { clientWidth, clientHeight } = this.svg.parentElement;
    const [across, down] = this.whole();
    const side = (width, height) => Math.min(clientWidth / width, clientHeight / height);
    const { grid, layers } = this.puzzle;
    return this.turns && layers === 1 && grid.pattern.boxed && side(down, across) > WORTH_TURNING * side(across, down);
  }

  /** A point or vector of the board as seen on the screen, or the reverse: a turned board exchanges x and y.
   * @param {number[]} point
   * @returns {[number, number]} */
  seen([x, y]) {
    return this.turned ? [y, x] : [x, y];
  }

  /** Draw the endpoints, each as `label(number)` writes it. */
  label(label) {
    const { puzzle } = this;
    this.labelled = label;
    const small = Math.max(...this.span) > 20 || (this.svg.clientWidth || Infinity) / this.span[0] < 24; // pixels a cell
    const ends = puzzle.cells.flatMap((content, cell) => (content > 0 ? end(this.ground, cell, content, label(content), small, this.turned) : []));
    this.layers.ends.replaceChildren(...ends);
  }

  /** Draw a state, only its changed paths; a trial (`tried`, from Player.tried) has a second colour. */
  draw(state, tried = null) {
    this.last = [state, tried];
    this.drawNotes(state.notes);
    const [wanted, washed] = [new Map(), new Map()]; // path data of each number
    for (const strand of state.strands) {
      const number = state.puzzle.cells[strand[0]];
      if (state.puzzle.cells[strand.at(-1)] > 0) washed.set(number, strand.map((cell) => this.ground.tile(cell)).join(""));
      wanted.set(number, (wanted.get(number) ?? "") + this.ground.line(strand));
    }
    for (const [number, group] of this.drawn) {
      if (!wanted.has(number)) {
        group.remove();
        this.drawn.delete(number);
      }
    }
    for (const [number, d] of wanted) {
      const group = this.drawn.get(number) ?? this.element("g", { class: `path ${looks(number)}` }, this.layers.paths);
      this.drawn.set(number, group);
      if (group.dataset.d !== d) {
        group.dataset.d = d;
        group.replaceChildren(draw("path", { class: "wash", d: washed.get(number) ?? "" }), ...lines(number, ["edge", "pipe"], d));
      }
      group.classList.toggle("complete", washed.has(number));
      group.classList.toggle("tried", Boolean(tried?.numbers.has(number)));
    }
    if (this.puzzle.bridges.length || this.puzzle.layers > 1) this.drawOver(state);
  }

  /** Draw crosses and free segments; `more` has the cells of a free line being drawn. */
  drawNotes(notes, more = []) {
    const settled = this.last[1]?.before; // the notes from before a trial
    const [lines, crosses] = [["", ""], ["", ""]]; // index 0: settled, 1: on trial
    if (more.length) lines[settled ? 1 : 0] = this.ground.line(more);
    for (const note of notes) {
      const [sign, one, other] = note.split(" ");
      const tried = settled && !settled.has(note) ? 1 : 0;
      if (sign === "x") crosses[tried] += this.cross(+one, +other);
      else lines[tried] += this.ground.line([+one, +other]);
    }
    this.layers.notes.replaceChildren();
    for (const [kind, found] of Object.entries({ "free-line": lines, cross: crosses })) {
      found.forEach((d, tried) => {
        if (d) this.element("path", { class: tried ? `${kind} tried` : kind, d }, this.layers.notes);
      });
    }
  }

  /** A × in the middle of a link, as SVG path data. */
  cross(one, other) {
    const [[x, y], [right, down]] = [this.ground.centre(one), this.ground.direction(one, other)];
    return `M${x + right / 2 - 0.1} ${y + down / 2 - 0.1}l.2 .2m0 -.2l-.2 .2`;
  }

  /** Draw what is above other paths: paths across bridges, and marks where a path goes to another layer. */
  drawOver({ strands, puzzle }) {
    this.layers.overs.replaceChildren(...strands.map((strand) => {
      const number = puzzle.cells[strand[0]];
      const over = this.ground.overs(strand).flatMap((cell) => {
        const [x, y] = this.ground.centre(cell);
        return lines(number, ["casing", "edge", "pipe"], `M${x - 0.32} ${y}H${x + 0.32}`);
      });
      const marks = this.ground.layerMarks(strand).flatMap(([cell, down]) => {
        const [cx, cy] = this.ground.corner(cell);
        const tip = down ? 0.035 : -0.035;
        const d = `M${cx - 0.06} ${cy - tip}L${cx} ${cy + tip}L${cx + 0.06} ${cy - tip}`;
        return [draw("circle", { class: "taken", cx, cy, r: 0.12 }), draw("path", { class: "climb", d })];
      });
      return draw("g", { class: `path ${looks(number)}` }, ...over, ...marks);
    }));
  }

  /** Show the cells of other layers where the path can continue. */
  ghosts(cells) {
    this.layers.ghosts.replaceChildren(...cells.map((cell) => this.ground.dot(cell, "ghost", 0.2)));
  }

  /** Mark cells with a class (look, hint, wrong, differ, or briefly flash); removes earlier marks unless `beside`. */
  mark(cells, kind, beside = false) {
    if (!beside) {
      this.layers.marks.replaceChildren();
      this.layers.ghosts.replaceChildren();
    }
    for (const cell of cells) this.element("path", { class: `mark ${kind}`, d: this.ground.tile(cell, LOOK.gap + 0.8 * this.ground.round) }, this.layers.marks);
  }

  /** Sketch the link of a hint over its evidence: links that are ruled out, and lines that would cross. */
  sketch(cells, ruledOut = [], crossing = []) {
    for (const trail of crossing) {
      const d = trail.map((cell) => this.ground.centre(cell).join(" ")).join("L");
      for (const name of ["halo", "crossing"]) this.element("path", { class: name, d: `M${d}` }, this.layers.ghosts);
    }
    if (ruledOut.length) this.element("path", { class: "out", d: ruledOut.map((link) => this.cross(...link)).join("") }, this.layers.ghosts);
    this.element("path", { class: "sketch", d: this.ground.line(cells) }, this.layers.ghosts);
  }

  cursor(cell, pencil) {
    this.layers.cursor.setAttribute("d", this.ground.tile(cell, LOOK.gap + 0.05));
    this.layers.cursor.classList.toggle("pencil", pencil);
  }

  /** Celebrate a solved board: a spark runs along each of its paths. */
  celebrate(yes) {
    const was = this.svg.classList.contains("solved");
    this.svg.classList.toggle("solved", yes);
    this.layers.sparks.replaceChildren();
    if (!yes || was || this.drawn.size > MOST_SPARKS || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const group of this.drawn.values()) this.element("path", { class: "shine", d: group.dataset.d, pathLength: 1 }, this.layers.sparks);
  }

  element(name, attributes, parent = this.root) {
    const element = draw(name, attributes);
    parent.append(element);
    return element;
  }
}

/** Draw what is under all paths: the tiles of a puzzle, blocks, walls in the gaps, bridges, vias, rims that wrap. */
export function lay(ground, { cells }, parent) {
  const seen = [...cells.keys()].filter((cell) => !ground.absent.has(cell));
  const tiles = (chosen) => chosen.map((cell) => ground.tile(cell)).join("");
  const { tick = "", wrap = "", mark = "", wall = "" } = ground.grid.plain ? {} : ground.sides();
  const lines = {
    tiles: tiles(seen.filter((cell) => cells[cell] !== -1)), solid: tiles(seen.filter((cell) => cells[cell] === -1)),
    tick, rails: ground.rails(), wrap, arrow: mark, wall,
  };
  for (const [name, d] of Object.entries(lines)) if (d) parent.append(draw("path", { class: name, d }));
  for (const cell of ground.shafts()) {
    const [cx, cy] = ground.corner(cell);
    parent.append(draw("circle", { class: "shaft", cx, cy, r: 0.12 }));
  }
}

/** An endpoint: a disc with upright text, which fills a `small` cell. */
function end(ground, cell, number, label, small, turned) {
  const [x, y] = ground.centre(cell);
  const disc = small ? 0.47 : LOOK.disc;
  const size = (small ? 0.66 : LOOK.digit) * [1, 1, 0.95, 0.7, 0.55][Math.min(label.length, 4)];
  const upright = turned ? { transform: `matrix(0 1 1 0 ${x - y} ${y - x})` } : {};
  return draw("g", { class: `end ${looks(number)}` }, ground.dot(cell, "disc", disc),
    ...(stripe(number) ? [ground.dot(cell, "stripe", disc - 0.045)] : []),
    draw("text", { x, y, "font-size": size, dy: "0.355em", ...upright }, label));
}

/** A small picture of a puzzle: its numbers as dots, or with `label` as that writes them, and the paths in `strands`,
 * which are lists of cells. */
export function thumbnail(puzzle, strands = [], label = null) {
  const ground = new Ground(puzzle.grid, false);
  const { width, height, margin } = ground;
  const picture = draw("svg", { class: "board", viewBox: [-margin, -margin, width + 2 * margin, height + 2 * margin].join(" "), "aria-hidden": "true" });
  picture.style.setProperty("--soft-corner", String(2 * ground.round));
  if (puzzle.cells.length <= 1600) lay(ground, puzzle, picture);
  const paths = strands.map((strand) => draw("g", { class: `path ${looks(puzzle.cells[strand[0]])}` }, draw("path", { class: "pipe", d: ground.line(strand) })));
  const ends = [...puzzle.ends].flatMap(([number, cells]) => cells.map((cell) =>
    label ? end(ground, cell, number, label(number), false, false) : ground.dot(cell, `dot ${looks(number)}`, 0.38)));
  picture.append(...paths, ...ends);
  return picture;
}

/** The lines of a number's path: one for each of the classes `parts`, and a stripe if the number has one. */
function lines(number, parts, d) {
  return [...parts, ...(stripe(number) ? ["stripe"] : [])].map((name) => draw("path", { class: name, d }));
}

/** The stripe of a number, 1 to 4, or 0 for no stripe. */
function stripe(number) {
  return Math.floor((number - 1) / LOOK.hues) % LOOK.stripes;
}

/** The classes of a number's colour and stripe (web/pages.py). */
export function looks(number) {
  return `hue${(number - 1) % LOOK.hues} look${stripe(number)}`;
}

/** A number as letters: A to Z, AA, AB, ... */
export function letters(number) {
  let text = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  }
  return text;
}
