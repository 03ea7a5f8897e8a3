// The server, where there is one.  Every refusal becomes an Error whose message is a sentence for the player.

import { t } from "./text.js";

const element = typeof document === "undefined" ? null : document.getElementById("puzzles");

/** The puzzles laid into the page, or null: those of an exported one, or of `numlink serve FILE`. */
export const pack = element && JSON.parse(element.textContent);

/** Whether there is a server behind the page. */
export const online = !element || element.hasAttribute("data-served");

/** The server did not answer at all: what can be done without it still can. */
export class Unreachable extends Error {}

/** What the server cannot do; `nearest` are wishes that it could. */
export class Refusal extends Error {
  constructor(words, nearest = []) {
    super(words);
    this.nearest = nearest;
  }
}

async function call(path, options = {}) {
  if (!online) throw new Error(t("noserver"));
  let answer;
  try {
    answer = await fetch(`api/${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error; // the player's own wish
    throw new Unreachable(t("unreachable"));
  }
  if (answer.ok) return answer;
  const refusal = await answer.json().catch(() => ({}));
  throw new Refusal(capital(refusal.error ?? `The server answered ${answer.status}.`), refusal.nearest);
}

/** The answer to a question; `signal` may give it up. */
export async function get(path, query = {}, signal = undefined) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return (await call(`${path}?${new URLSearchParams(given)}`, { signal })).json();
}

/** The answer to a question; after `patience` milliseconds, where given, the server counts as unreachable. */
export async function post(path, body, patience) {
  return (await postRaw(path, body, patience)).json();
}

export async function postRaw(path, body, patience) {
  const headers = { "content-type": "application/json" };
  const signal = patience ? AbortSignal.timeout(patience) : undefined;
  return call(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** A puzzle as the API takes it, with its solution where that is proven to be the only one. */
export function puzzleBody(puzzle) {
  const { width, cells, rules, name, unique, paths, kind, wrap, layers, walls, bridges, vias, pattern, grid } = puzzle;
  const rows = [];
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width));
  const place = (cell) => grid.position(cell);
  const laid = { kind, wrap, layers, bridges: bridges.map(place), walls: walls.map((wall) => wall.map(place)) };
  if (pattern.polygons) laid[kind] = pattern.polygons;
  if (vias) Object.assign(laid, { vias: vias.map(place) });
  return { cells: rows, rules, ...(name ? { name } : {}), ...(unique && paths ? { paths } : {}), ...(grid.plain ? {} : laid) };
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
