// The visible part of a board: zoom, scrolling to cells and during a drag.

/** The smallest width of a cell, in pixels, when a board is opened. */
const LEGIBLE = 14;
/** RIM: pixels from the rim of the visible part within which a drag scrolls; A_FRAME: pixels that it scrolls each frame. */
const [RIM, A_FRAME] = [28, 7];

export class View {
  /** The subclass Board sets `span` (the size of the picture in cell units), `ground` and `on` (who gets the moves). */
  constructor(svg) {
    this.svg = svg;
    this.scale = 1;
    /** @type {number[]} */
    this.span = [];
    /** @type {any} */
    this.ground = null;
    /** @type {any} */
    this.on = null;
    /** @type {PointerEvent | null} The last event of a pointer that draws on a zoomed board. */
    this.dragging = null;
  }

  /** A point of the board as seen on the screen; a turned board exchanges x and y.
   * @param {number[]} _point
   * @returns {[number, number]} */
  seen(_point) {
    throw new Error("Board says so");
  }

  /** The cell under a pointer.
   * @returns {number | null} */
  cellAt(_event, _exact) {
    throw new Error("Board says so");
  }

  /** Zoom by a factor; the point of the event `at` (null: the middle of the visible part) stays where it is. */
  zoom(factor, at = null) {
    const stage = this.svg.parentElement;
    const seen = stage.getBoundingClientRect();
    const [x, y] = at ? [at.clientX, at.clientY] : [seen.left + seen.width / 2, seen.top + seen.height / 2];
    const before = this.svg.getBoundingClientRect();
    this.scale = Math.min(8, Math.max(1, this.scale * factor));
    this.svg.style.setProperty("--zoom", String(this.scale));
    stage.classList.toggle("zoomed", this.scale > 1);
    const after = this.svg.getBoundingClientRect();
    const grown = after.width / before.width;
    stage.scrollBy(after.left + (x - before.left) * grown - x, after.top + (y - before.top) * grown - y);
  }

  /** Zoom in on a cell if cells are smaller than LEGIBLE, so that numbers can be read. */
  legible(cell) {
    const side = this.svg.clientWidth / this.span[0];
    if (side === 0 || side >= LEGIBLE) return;
    this.zoom((1.25 * LEGIBLE) / side);
    this.reach(cell);
  }

  /** Show cells of a zoomed board together in the middle; zoom out if they do not fit. */
  reveal(cells) {
    if (this.scale === 1 || !cells.length) return;
    const stage = this.svg.parentElement;
    const places = cells.map((cell) => this.seen(this.ground.centre(cell)));
    const range = (at) => [Math.min(...places.map((place) => place[at])), Math.max(...places.map((place) => place[at]))];
    const [[left, right], [top, bottom]] = [range(0), range(1)];
    const side = () => this.svg.clientWidth / this.span[0];
    const fits = Math.min(stage.clientWidth / (right - left + 2), stage.clientHeight / (bottom - top + 2)) / side();
    if (fits < 1) this.zoom(fits);
    const { margin } = this.ground;
    stage.scrollTo(((left + right) / 2 + margin) * side() - stage.clientWidth / 2, ((top + bottom) / 2 + margin) * side() - stage.clientHeight / 2);
  }

  /** Scroll a cell of a zoomed board into view. */
  reach(cell) {
    if (this.scale === 1) return;
    const stage = this.svg.parentElement;
    const side = this.svg.clientWidth / this.span[0];
    const [x, y] = this.seen(this.ground.centre(cell)).map((part) => (part + this.ground.margin - 0.5) * side);
    const left = Math.min(x - side, Math.max(stage.scrollLeft, x + 2 * side - stage.clientWidth));
    const top = Math.min(y - side, Math.max(stage.scrollTop, y + 2 * side - stage.clientHeight));
    stage.scrollTo(left, top);
  }

  /** Note a drag on a zoomed board, and scroll while it is near the rim of the visible part. */
  nearRim(event) {
    const began = this.dragging;
    this.dragging = this.scale > 1 ? event : null;
    if (!began && this.dragging) requestAnimationFrame(() => this.creep());
  }

  /** Scroll by A_FRAME if the drag is near the rim; again in each frame until the drag ends. */
  creep() {
    const { dragging } = this;
    if (!dragging) return;
    const stage = this.svg.parentElement;
    const { left, top, right, bottom } = stage.getBoundingClientRect();
    const pull = (at, low, high) => (at < low + RIM ? -A_FRAME : at > high - RIM ? A_FRAME : 0);
    const [x, y] = [pull(dragging.clientX, left, right), pull(dragging.clientY, top, bottom)];
    const before = [stage.scrollLeft, stage.scrollTop];
    if (x || y) stage.scrollBy(x, y);
    if (before[0] !== stage.scrollLeft || before[1] !== stage.scrollTop) {
      const cell = this.cellAt(dragging, false);
      if (cell !== null) this.on.move(cell);
    }
    requestAnimationFrame(() => this.creep());
  }
}
