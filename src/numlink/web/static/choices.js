// The controls for choices: chips, rows and small pictures, which are radio buttons; and menus.

import { draw, make } from "./elements.js";
import { KINDS } from "./kinds.js";
import { thumbnail } from "./picture.js";
import { decode } from "./share.js";
import { translate } from "./text.js";

/** A small board that shows what each choice of `board` means. */
const PICTURES = {
  plain: "3x3.cover.i", hex: "3x3.cover.i.hex", triangle: "5x3.cover.o.triangle", diagonal: "3x3.cover.i.diagonal",
  walls: "3x3.cover.i.wallsWfWW", bridges: "3x3.cover.dBd", wraps: "3x3.cover.i.both", layers: "2x2.cover.h.layers2",
};
/** The names of these choices in the tables of texts. */
export const NAMES = {
  plain: "squares", hex: "hexes", triangle: "triangles", diagonal: "diagonals", walls: "withwalls", bridges: "withbridges",
  wraps: "withwraps", layers: "withlayers", cover: "filled", free: "mayempty",
};

/** When a form is first shown, fill each of its elements that has `data-chips` with a radio button of that name for each
 * of its `data-values`. */
export function fillChips(form) {
  for (const place of form.querySelectorAll("[data-chips]:empty")) {
    place.append(...place.dataset.values.split(" ").map((value) => choice(place.dataset.chips, value)));
  }
  translate(form);
}

/** Fill every select with its `data-options`: "cover wraps:withwraps" are two values; the text of each has the same name,
 * or the name after the colon; "kinds" stands for every kind of board but a plain rectangle. */
export function fillSelects() {
  const kinds = Object.keys(KINDS).slice(1).map((kind) => `${kind}:${KINDS[kind].text.slice(2)}`).join(" ");
  for (const select of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-options]"))) {
    for (const [value, name = value] of select.dataset.options.replace("kinds", kinds).split(" ").map((word) => word.split(":"))) {
      const option = new Option("", value);
      option.setAttribute("data-t", name);
      select.append(option);
    }
  }
}

function choice(name, value) {
  const label = make("label");
  const input = Object.assign(make("input"), { type: "radio", name, value });
  const words = make("span", name === "size" ? `${value}×${value}` : "", "capital");
  if (name !== "size" || value === "other") words.dataset.t = NAMES[value] ?? value;
  label.append(input, ...(name === "board" ? [picture(value)] : []), words);
  return label;
}

function picture(value) {
  const shown = thumbnail(decode(PICTURES[value]));
  if (value === "diagonal") shown.append(draw("path", { class: "wall", d: "M.6 .6L2.4 2.4" }));
  return shown;
}
