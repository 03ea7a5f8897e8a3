// Calls of the server's API.  Every failure becomes an Error whose message is a sentence for the player.

import { t } from "./text.js";

const element = typeof document === "undefined" ? null : document.getElementById("puzzles");

/** The puzzles inside the page (an exported page, or that of `numlink serve FILE`), or null. */
export const pack = element && JSON.parse(element.textContent);

/** Whether the page came from a server; an exported page did not. */
export const online = !element || element.hasAttribute("data-served");

/** The server did not answer; the page then does what it can without it. */
export class Unreachable extends Error {}

/** The server refused a request; `nearest` has similar wishes that it can meet. */
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
    if (error.name === "AbortError") throw error; // the player gave up waiting
    throw new Unreachable(t("unreachable"));
  }
  if (answer.ok) return answer;
  const refusal = await answer.json().catch(() => ({}));
  throw new Refusal(capital(refusal.error ?? `The server answered ${answer.status}.`), refusal.nearest);
}

/** The JSON answer to GET api/`path`; `signal` can abort the call. */
export async function get(path, query = {}, signal = undefined) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return (await call(`${path}?${new URLSearchParams(given)}`, { signal })).json();
}

/** The answer to POST api/`path`, JSON or text; a Blob is sent unchanged.  Throws Unreachable after `patience`
 * milliseconds, if given. */
export async function post(path, body, patience = 0) {
  const file = body instanceof Blob;
  const signal = patience ? AbortSignal.timeout(patience) : undefined;
  const headers = { "content-type": file ? body.type : "application/json" };
  const answer = await call(path, { method: "POST", headers, body: file ? body : JSON.stringify(body), signal });
  return answer.headers.get("content-type").includes("json") ? answer.json() : answer.text();
}

/** A puzzle in the form of the API, with its solution if that is proven to be the only one. */
export function puzzleBody(puzzle) {
  const { width, cells, rules, name, seed, recipe, notes, unique, paths, kind, wrap, layers, walls, bridges, vias, pattern, grid } = puzzle;
  const rows = [];
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width));
  const place = (cell) => grid.position(cell);
  const laid = { kind, wrap, layers, bridges: bridges.map(place), walls: walls.map((wall) => wall.map(place)) };
  if (pattern.polygons) laid[kind] = pattern.polygons;
  if (vias) Object.assign(laid, { vias: vias.map(place) });
  return { ...notes, cells: rows, rules, name, seed, recipe, ...(unique && paths ? { paths } : {}), ...(grid.plain ? {} : laid) };
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
