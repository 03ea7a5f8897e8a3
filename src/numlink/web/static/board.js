// The board as a picture: SVG in cell units, redrawn only where a path changed.  Turns pointers into cells.

const NS = "http://www.w3.org/2000/svg";

/** How many colours and stripes web/palette.py writes rules for; 40 pairs look different before looks come again. */
const HUES = 8;
const LOOKS = 5;

export class Board {
  /** `on` takes pointer events as cells: down(cell, event), move(cell), up(). */
  constructor(svg, on) {
    this.svg = svg;
    this.on = on;
    this.layers = {};
    this.drawn = new Map();
    this.scale = 1;
    this.fingers = new Map();
    svg.addEventListener("pointerdown", (event) => this.pointerDown(event));
    svg.addEventListener("pointermove", (event) => this.pointerMove(event));
    svg.addEventListener("pointerup", (event) => {
      this.fingers.delete(event.pointerId);
      this.on.up();
    });
    svg.addEventListener("pointercancel", (event) => {
      this.fingers.delete(event.pointerId);
      this.on.cancel();
    });
    svg.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event);
      },
      { passive: false },
    );
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Lay out another puzzle. */
  show(puzzle, label) {
    const { width, height } = puzzle;
    this.puzzle = puzzle;
    this.drawn.clear();
    this.scale = 1;
    this.svg.style.setProperty("--zoom", "1");
    this.svg.parentElement.classList.remove("zoomed");
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `-0.06 -0.06 ${width + 0.12} ${height + 0.12}`);
    this.svg.style.setProperty("--ratio", width / height);
    this.svg.style.setProperty("--across", width);
    this.element("rect", { class: "ground", width, height, rx: 0.12 });
    let solids = "";
    puzzle.cells.forEach((content, cell) => {
      if (content === -1) solids += `M${cell % width} ${Math.floor(cell / width)}h1v1h-1z`;
    });
    this.element("path", { class: "solid", d: solids });
    this.layers.marks = this.element("g", { class: "marks" });
    let lines = "";
    for (let x = 1; x < width; x += 1) lines += `M${x} 0V${height}`;
    for (let y = 1; y < height; y += 1) lines += `M0 ${y}H${width}`;
    this.element("path", { class: "grid", d: lines });
    this.element("rect", { class: "frame", width, height, rx: 0.12 });
    this.layers.paths = this.element("g", { class: "paths" });
    this.layers.ends = this.element("g", { class: "ends" });
    this.layers.cursor = this.element("rect", { class: "cursor", x: 0.05, y: 0.05, width: 0.9, height: 0.9, rx: 0.16 });
    this.label(label);
  }

  /** Draw the endpoints, each as `label(number)` writes it. */
  label(label) {
    const { puzzle } = this;
    this.layers.ends.replaceChildren();
    puzzle.cells.forEach((content, cell) => {
      if (content <= 0) return;
      const [x, y] = this.middle(cell);
      const group = this.element("g", { class: `end ${looks(content)}` }, this.layers.ends);
      const text = label(content);
      this.element("circle", { class: "disc", cx: x, cy: y, r: 0.39 }, group);
      if (stripe(content)) this.element("circle", { class: "stripe", cx: x, cy: y, r: 0.345 }, group);
      const size = [0.5, 0.5, 0.42, 0.32, 0.25][Math.min(text.length, 4)];
      const written = this.element("text", { x, y, "font-size": size, dy: "0.355em" }, group);
      written.textContent = text;
    });
  }

  /** Draw a state; only numbers whose paths changed are touched.  Those in `tried` are drawn as a trial. */
  draw(state, tried = new Set()) {
    const wanted = new Map();
    for (const strand of state.strands) {
      const number = state.puzzle.cells[strand[0]];
      wanted.set(number, (wanted.get(number) ?? "") + this.line(strand));
    }
    for (const [number, group] of this.drawn) {
      if (!wanted.has(number)) {
        group.remove();
        this.drawn.delete(number);
      }
    }
    for (const [number, d] of wanted) {
      let group = this.drawn.get(number);
      if (!group) {
        group = this.element("g", { class: `path ${looks(number)}` }, this.layers.paths);
        for (const part of ["wash", "edge", "pipe", ...(stripe(number) ? ["stripe"] : [])]) {
          this.element("path", { class: part }, group);
        }
        this.drawn.set(number, group);
      }
      if (group.dataset.d !== d) {
        group.dataset.d = d;
        for (const part of group.children) part.setAttribute("d", d);
      }
    }
    const complete = new Set(
      state.strands.filter((strand) => state.puzzle.cells[strand.at(-1)] > 0).map((strand) => state.puzzle.cells[strand[0]]),
    );
    for (const [number, group] of this.drawn) {
      group.classList.toggle("complete", complete.has(number));
      group.classList.toggle("tried", tried.has(number));
    }
  }

  line(strand) {
    const { width } = this.puzzle;
    let d = "";
    strand.forEach((cell, at) => {
      const step = cell - strand[at - 1];
      if (at && at < strand.length - 1 && strand[at + 1] - cell === step) return;
      d += `${at ? "L" : "M"}${(cell % width) + 0.5} ${Math.floor(cell / width) + 0.5}`;
    });
    return d;
  }

  /** Mark cells: `kind` is a class such as look, hint, wrong, differ; instead of what is marked, or (`beside`) too. */
  mark(cells, kind, beside = false) {
    if (!beside) this.layers.marks.replaceChildren();
    for (const cell of cells) {
      const { width } = this.puzzle;
      const at = { x: cell % width, y: Math.floor(cell / width), width: 1, height: 1 };
      this.element("rect", { class: `mark ${kind}`, ...at }, this.layers.marks);
    }
  }

  /** Light up cells for a moment. */
  flash(cells) {
    this.mark(cells, "flash");
  }

  /** Zoom in or out by a factor, keeping the middle of what is seen, or the point of an event, where it is. */
  zoom(factor, at = null) {
    const stage = this.svg.parentElement;
    const before = this.scale ?? 1;
    this.scale = Math.min(8, Math.max(1, before * factor));
    const box = stage.getBoundingClientRect();
    const [x, y] = at ? [at.clientX - box.left, at.clientY - box.top] : [box.width / 2, box.height / 2];
    const grown = this.scale / before;
    const [left, top] = [(stage.scrollLeft + x) * grown - x, (stage.scrollTop + y) * grown - y];
    this.svg.style.setProperty("--zoom", String(this.scale));
    stage.classList.toggle("zoomed", this.scale > 1);
    stage.scrollTo(left, top);
  }

  /** Scroll a cell of a zoomed board into view. */
  reach(cell) {
    if ((this.scale ?? 1) === 1) return;
    const stage = this.svg.parentElement;
    const { width } = this.puzzle;
    const side = this.svg.clientWidth / width;
    const [x, y] = [(cell % width) * side, Math.floor(cell / width) * side];
    const left = Math.min(x - side, Math.max(stage.scrollLeft, x + 2 * side - stage.clientWidth));
    const top = Math.min(y - side, Math.max(stage.scrollTop, y + 2 * side - stage.clientHeight));
    stage.scrollTo(left, top);
  }

  cursor(cell, pencil) {
    const { width } = this.puzzle;
    this.layers.cursor.setAttribute("transform", `translate(${cell % width} ${Math.floor(cell / width)})`);
    this.layers.cursor.classList.toggle("pencil", pencil);
  }

  celebrate(yes) {
    this.svg.classList.toggle("solved", yes);
  }

  middle(cell) {
    return [(cell % this.puzzle.width) + 0.5, Math.floor(cell / this.puzzle.width) + 0.5];
  }

  element(name, attributes, parent = this.svg) {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  // --------------------------------------------------------------------------------------------------- pointers

  pointerDown(event) {
    if (event.pointerType === "touch") this.fingers.set(event.pointerId, event);
    if (!event.isPrimary) {
      this.on.cancel(); // a second finger pinches: no drawing meant
      return;
    }
    const cell = this.cellAt(event, true);
    if (cell === null) return;
    if (this.on.down(cell, event)) {
      this.svg.setPointerCapture(event.pointerId);
      event.preventDefault();
      this.svg.focus({ preventScroll: true, focusVisible: false });
    }
  }

  pointerMove(event) {
    if (this.fingers.size > 1) {
      this.pinch(event);
      return;
    }
    if (!event.isPrimary || !event.buttons) return;
    const parts = event.getCoalescedEvents?.() ?? [];
    for (const part of parts.length ? parts : [event]) {
      const cell = this.cellAt(part, false);
      if (cell !== null) this.on.move(cell);
    }
  }

  /** Two fingers zoom by their distance and pan by their middle. */
  pinch(event) {
    const spread = () => {
      const [one, other] = [...this.fingers.values()];
      const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
      return { ...middle, apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
    };
    const before = spread();
    this.fingers.set(event.pointerId, event);
    const now = spread();
    this.zoom(now.apart / Math.max(1, before.apart), now);
    this.svg.parentElement.scrollBy(before.clientX - now.clientX, before.clientY - now.clientY);
  }

  /** The cell under a pointer; during a drag the nearest one, so that the edge of the board holds. */
  cellAt(event, exact) {
    const { width, height } = this.puzzle;
    const box = this.svg.getBoundingClientRect();
    const scale = Math.min(box.width / (width + 0.12), box.height / (height + 0.12));
    const left = box.left + (box.width - scale * width) / 2;
    const top = box.top + (box.height - scale * height) / 2;
    const column = Math.floor((event.clientX - left) / scale);
    const row = Math.floor((event.clientY - top) / scale);
    const inside = row >= 0 && row < height && column >= 0 && column < width;
    if (exact && !inside) return null;
    return Math.max(0, Math.min(height - 1, row)) * width + Math.max(0, Math.min(width - 1, column));
  }
}

/** The stripe of a number, 0 for none. */
function stripe(number) {
  return Math.floor((number - 1) / HUES) % LOOKS;
}

function looks(number) {
  return `hue${(number - 1) % HUES} look${stripe(number)}`;
}

/** A number as letters: A to Z, AA, AB, ... */
export function letters(number) {
  let text = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  }
  return text;
}
