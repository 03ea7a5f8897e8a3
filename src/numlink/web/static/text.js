// The texts of the page: each has a name in a table for each language (text_en.json, ..., which the server makes from
// game/languages).  Only the table of the chosen language is loaded.

/** The languages of the page by code. */
const LANGUAGES = {
  en: () => table("./text_en.json"),
  de: () => table("./text_de.json"),
  ja: () => table("./text_ja.json"),
};
/** @type {Record<string, string>} */
let spoken = {};

/** The data of a JSON file; an exported page has the data in place of this call (pages.py, `bundle`). */
export async function table(name) {
  return (await fetch(name)).json();
}

/** Show the page in a language ("auto": the browser's), or in English if it has no table that can be loaded. */
export async function speak(wanted) {
  const asked = wanted === "auto" ? navigator.languages.map((tag) => tag.slice(0, 2)) : [wanted];
  let found = asked.find((tag) => tag in LANGUAGES) ?? "en";
  try {
    spoken = await LANGUAGES[found]();
  } catch {
    found = "en";
    spoken = await LANGUAGES.en();
  }
  document.documentElement.lang = found;
  translate(document);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("data-label")));
  }
  for (const element of document.querySelectorAll("[aria-keyshortcuts]")) {
    const name = nameOfControl(element);
    element.setAttribute("title", t("key", { name, key: element.getAttribute("aria-keyshortcuts") }));
  }
}

/** The name of a button. */
export function nameOfControl(element) {
  return (element.getAttribute("aria-label") ?? (element.querySelector("[data-t]") ?? element).textContent).trim();
}

/** Write the texts of all elements with `data-t` in a part of the page. */
export function translate(part) {
  for (const element of part.querySelectorAll("[data-t]")) element.textContent = t(element.getAttribute("data-t"));
}

/** The text with a name; `{word}` in it becomes `values.word`. */
export function t(name, values = {}) {
  return (spoken[name] ?? name).replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
}

/** The text with a name for `count` things; for one thing the text `<name>1`, if there is one. */
export function counted(name, count, values = {}) {
  return t(count === 1 && `${name}1` in spoken ? `${name}1` : name, { ...values, count });
}

/** The place of a cell in words, counted from 1. */
export function placeOf(grid, cell) {
  const [column, row, layer] = grid.position(cell).reverse().map((part) => part + 1);
  return t(layer ? "layercell" : "cell", { layer, row, column });
}

/** A day like 2026-11-22 in words; `options` are those of Intl.DateTimeFormat. */
export function dayIn(date, options) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: "UTC", ...options }).format(new Date(date));
}

/** The name of a puzzle or a kept game: a daily's day, or for one without a name its seed, if it has one.
 * @param {{ name?: any, seed?: any, daily?: string, kind_of_day?: string }} named */
export function nameOf({ name, seed, daily, kind_of_day }) {
  if (daily) return `${t(kind_of_day ?? "climbing")} · ${dayIn(daily, { day: "numeric", month: "long" })}`;
  return name ?? (seed === undefined ? t("puzzle") : t("numbered", { seed }));
}

/** The names of the reasons that a hint can give. */
export function reasons() {
  const simple = ["only way out", "corner", "dead end", "by trying", "a choice"];
  return Object.keys(spoken).filter((name) => /^[AN]\d+$/.test(name) || simple.includes(name));
}
