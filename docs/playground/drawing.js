// A board as a picture in the page: the ground of its kind, solid cells, walls, ends with their numbers, paths in colour.

import { Ground } from "./static/ground.js";

const NS = "http://www.w3.org/2000/svg";
/** Degrees on the circle of colours from one number to the next: the golden angle, so that neighbours differ. */
const TURN = 137.5;

/**
 * @param {Map<number, number[]>} paths cells by number
 * @returns {SVGSVGElement}
 */
export function drawing(puzzle, paths) {
  const { cells, ends, grid } = puzzle;
  const ground = new Ground(grid);
  const { width, height } = ground;
  const margin = Math.max(0.06, ground.margin); // room for the line of the rim
  const svg = element("svg", { viewBox: `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`, role: "img", class: "drawn" });
  const add = (name, attributes) => svg.append(element(name, attributes));
  const seen = [...cells.keys()].filter((cell) => !ground.absent.has(cell));
  add("path", { class: "ground", d: seen.map((cell) => ground.shape(cell)).join("") });
  add("path", { class: "solid", d: seen.filter((cell) => cells[cell] === -1).map((cell) => ground.shape(cell)).join("") });
  const { thin, tick, rim, wrap, mark, wall } = ground.sides();
  for (const [name, d] of Object.entries({ thin: thin + tick + mark, rails: ground.rails(), open: wrap, rim, wall })) if (d) add("path", { class: name, d });
  for (const cell of ground.shafts()) {
    const [cx, cy] = ground.corner(cell);
    add("circle", { class: "shaft", cx, cy, r: 0.12 });
  }
  for (const [number, path] of paths) if (path.length) add("path", { class: "path", style: `stroke: ${colour(number)}`, d: ground.line(path) });
  for (const [number, places] of ends) {
    for (const cell of places) {
      const [x, y] = ground.centre(cell);
      add("circle", { class: "end", fill: paths.has(number) ? colour(number) : "#fff", cx: x, cy: y, r: 0.36 });
      const text = element("text", { x, y, class: "number", "font-size": number > 99 ? 0.3 : 0.42 });
      text.textContent = String(number);
      svg.append(text);
    }
  }
  return svg;
}

/** Light enough for black digits on it. */
function colour(number) {
  return `hsl(${Math.round((number - 1) * TURN) % 360} 70% 72%)`;
}

function element(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
