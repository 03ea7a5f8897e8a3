// What the page says: every text has a name and stands in one table a language (text_en.json, ... which the server makes
// of game/languages), loaded where spoken.

/** The languages of the page by their codes. */
const LANGUAGES = {
  en: () => table("./text_en.json"),
  de: () => table("./text_de.json"),
  ja: () => table("./text_ja.json"),
};
/** @type {Record<string, string>} */
let spoken = {};

/** A file of data; a page of one file has the data in place of the call (pages.py, `bundle`). */
async function table(name) {
  return (await fetch(name)).json();
}

/** Speak a language, "auto" the browser's own; English where it is none of ours or cannot be loaded. */
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
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.getAttribute("data-t"));
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("data-label")));
  }
  for (const element of document.querySelectorAll("[aria-keyshortcuts]")) {
    const name = (element.textContent.trim().length > 1 ? element.textContent : element.getAttribute("aria-label")).trim();
    element.setAttribute("title", t("key", { name, key: element.getAttribute("aria-keyshortcuts") }));
  }
}

/** A text by its name, with {words} filled in. */
export function t(name, values = {}) {
  return (spoken[name] ?? name).replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
}

/** A text that has a form for one. */
export function counted(name, count, values = {}) {
  return t(count === 1 && `${name}1` in spoken ? `${name}1` : name, { ...values, count });
}

/** The reasons that a hint can give, by their names. */
export function reasons() {
  const simple = ["only way out", "corner", "dead end", "by trying", "a choice"];
  return Object.keys(spoken).filter((name) => /^[AN]\d+$/.test(name) || simple.includes(name));
}
