// A board with input: turns pointer events into cells; zooms, and scrolls to cells and during a drag.

import { Picture, looks } from "./picture.js";

/** The smallest width of a cell, in pixels, when a board is opened. */
const LEGIBLE = 14;
/** A drag within RIM pixels of the rim of the visible part scrolls A_FRAME pixels in each frame. */
const [RIM, A_FRAME] = [28, 7];

export class Board extends Picture {
  /** `on` gets pointer events as cells: down(cell, event), move(cell), up(), cancel(); turned() after the board turned. */
  constructor(svg, on) {
    super(svg, on.upright !== false);
    this.on = on;
    this.scale = 1;
    this.fingers = new Map();
    /** @type {PointerEvent | null} The last event of a finger that draws nothing and moves a zoomed board. */
    this.pan = null;
    /** @type {PointerEvent | null} The last event of a pointer that draws on a zoomed board. */
    this.dragging = null;
    svg.addEventListener("pointerdown", (event) => this.pointerDown(event));
    svg.addEventListener("pointermove", (event) => this.pointerMove(event));
    for (const ending of ["up", "cancel"]) svg.addEventListener(`pointer${ending}`, (event) => {
      this.dragging = null;
      this.fingers.delete(event.pointerId);
      this.on[ending]();
    });
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event);
    }, { passive: false });
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("resize", () => this.turn());
  }

  /** Show another puzzle, not zoomed; `label(number)` is the text of an endpoint. */
  show(puzzle, label) {
    this.zoomTo(1);
    super.show(puzzle, label);
  }

  /** After the window changed, show the board again if it must be turned or its layers rearranged. */
  turn() {
    if (!this.puzzle || (this.tall() === this.below && this.upright() === this.turned)) return;
    const { last } = this;
    this.show(this.puzzle, this.labelled);
    if (last) this.draw(...last);
    this.on.turned?.();
  }

  /** Extend the path from its last cell towards a pointer, at most half a cell, so that it follows the finger. */
  lead(cell, number, event) {
    if (cell === null) return this.layers.lead.setAttribute("d", "");
    const [x, y] = this.ground.centre(cell);
    const [right, down] = this.place(event).map((part, at) => part - [x, y][at]);
    const share = Math.min(1, 0.45 / Math.max(0.01, Math.hypot(right, down)));
    this.layers.lead.setAttribute("class", `lead ${looks(number)}`);
    this.layers.lead.setAttribute("d", `M${x} ${y}l${right * share} ${down * share}`);
  }

  pointerDown(event) {
    if (event.pointerType === "touch") this.fingers.set(event.pointerId, event);
    if (!event.isPrimary) return this.on.cancel(); // a second finger zooms, so the first was not drawing
    const cell = this.cellAt(event, true);
    this.pan = null;
    if (cell === null) return;
    if (this.on.down(cell, event)) {
      this.svg.setPointerCapture(event.pointerId);
      event.preventDefault();
      this.svg.focus({ preventScroll: true, focusVisible: false });
    } else if (event.pointerType === "touch") this.pan = event;
  }

  pointerMove(event) {
    if (this.fingers.size > 1) return this.pinch(event);
    if (!event.isPrimary || !event.buttons) return;
    if (this.pan) {
      this.svg.parentElement.scrollBy(this.pan.clientX - event.clientX, this.pan.clientY - event.clientY);
      this.pan = event;
      return;
    }
    const began = this.dragging;
    this.dragging = this.scale > 1 ? event : null;
    if (!began && this.dragging) requestAnimationFrame(() => this.creep());
    const parts = event.getCoalescedEvents?.() ?? [];
    for (const part of parts.length ? parts : [event]) {
      const cell = this.cellAt(part, false);
      if (cell !== null) this.on.move(cell);
    }
    this.on.led?.(event);
  }

  /** Handle a move of two fingers: their distance zooms, their middle scrolls. */
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

  /** The point of the board under a pointer, in cell units. */
  place(event) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const [across, down] = this.span;
    const scale = Math.min(width / across, height / down);
    const { margin } = this.ground;
    const x = (event.clientX - left - (width - scale * across) / 2) / scale - margin;
    return this.seen([x, (event.clientY - top - (height - scale * down) / 2) / scale - margin]);
  }

  /** The cell beyond the side that a pointer is near, undefined if the pointer is near the middle of its cell. */
  edge(event, cell) {
    const [x, y] = this.place(event);
    const other = this.beside(event, cell);
    if (other === undefined) return other;
    const [middleX, middleY] = this.ground.centre(cell);
    const [right, down] = this.ground.direction(cell, other);
    return right * (x - middleX) + down * (y - middleY) > 0.25 ? other : undefined;
  }

  /** The cell, on the same layer, beyond the side of a cell that is nearest to a pointer. */
  beside(event, cell) {
    const [x, y] = this.place(event);
    const [middleX, middleY] = this.ground.centre(cell);
    const { grid } = this.puzzle;
    const along = (other) => {
      const [right, down] = this.ground.direction(cell, other);
      return (right * (x - middleX) + down * (y - middleY)) / Math.hypot(right, down);
    };
    const around = grid.beside(cell).filter((other) => grid.layer(other) === grid.layer(cell));
    return around.sort((one, other) => along(other) - along(one))[0];
  }

  /** The cell under a pointer, or null.  If not `exact` (during a drag), the nearest cell, or one over the rim if the
   * board wraps. */
  cellAt(event, exact) {
    const [x, y] = this.place(event);
    const cell = this.ground.cellAt(x, y, !exact);
    if (!exact && this.ground.between(x, y)) return null;
    return cell < 0 || (exact && this.ground.absent.has(cell)) ? null : cell;
  }

  /** Zoom by a factor; the point of the event `at` (null: the middle of the visible part) stays in place. */
  zoom(factor, at = null) {
    const stage = this.svg.parentElement;
    const seen = stage.getBoundingClientRect();
    const [x, y] = at ? [at.clientX, at.clientY] : [seen.left + seen.width / 2, seen.top + seen.height / 2];
    const before = this.svg.getBoundingClientRect();
    this.zoomTo(Math.min(8, Math.max(1, this.scale * factor)));
    const after = this.svg.getBoundingClientRect();
    const grown = after.width / before.width;
    stage.scrollBy(after.left + (x - before.left) * grown - x, after.top + (y - before.top) * grown - y);
  }

  zoomTo(scale) {
    this.scale = scale;
    this.svg.style.setProperty("--zoom", String(scale));
    this.svg.parentElement.classList.toggle("zoomed", scale > 1);
  }

  /** Zoom in on the cursor if cells are smaller than LEGIBLE, so that numbers are readable. */
  legible() {
    const side = this.svg.clientWidth / this.span[0];
    if (side === 0 || side >= LEGIBLE) return;
    this.zoom((1.25 * LEGIBLE) / side);
    this.reach();
  }

  /** Show all marks of a zoomed board in the middle; zoom out if they do not fit. */
  reveal() {
    const { marks } = this.layers;
    if (this.scale === 1 || !marks.children.length) return;
    const stage = this.svg.parentElement;
    const { width, height } = marks.getBoundingClientRect();
    const side = this.svg.clientWidth / this.span[0];
    const fits = Math.min(stage.clientWidth / (width + side), stage.clientHeight / (height + side));
    if (fits < 1) this.zoom(fits);
    marks.scrollIntoView({ block: "center", inline: "center" });
  }

  /** Scroll the cursor of a zoomed board into view. */
  reach() {
    if (this.scale > 1) this.layers.cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Scroll by A_FRAME if the drag is near the rim of the visible part, in each frame until the drag ends. */
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
