// What the screens share: the elements of the page, the settings, and the actions of main.js for other modules.

import { load } from "./store.js";

/** The elements of the page by id.
 * @type {Record<string, any>} */
export const page = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));

export const settings = {
  letters: false, clock: true, sound: false, marks: matchMedia("(pointer: fine)").matches, theme: "auto", language: "auto",
  size: "7x7", rules: "cover", kind: "usual", difficulty: "easy", board: "plain",
  style: "usual", symmetry: "usual", misleading: "any", least: "", most: "", ...load("settings", {}),
};

/** What the server says about itself (GET api/about): `offers` has board -> grade -> [least, most] side that can be made in
 * its `seconds`, `dailies` kind -> [width, height, grade] of each weekday, Monday first.  Empty until it has answered.
 * @type {{ offers: Record<string, Record<string, number[]>>, seconds: number, dailies: Record<string, any[][]> }} */
export const server = { offers: {}, seconds: 8, dailies: {} };

/** What main.js does for the other modules, by name.
 * @type {Record<string, any>} */
export const actions = {};

/** Have a click on each element that `wanted` names call its action. */
export function onClick(wanted) {
  for (const [id, action] of Object.entries(wanted)) page[id].addEventListener("click", action);
}
