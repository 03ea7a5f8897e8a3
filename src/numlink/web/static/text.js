// What the page says: every text has a name and stands in one table a language (text_en.js, ...), loaded where spoken.

/** The languages of the page by their codes. */
const LANGUAGES = {
  en: () => import("./text_en.js"),
  de: () => import("./text_de.js"),
  ja: () => import("./text_ja.js"),
};
/** @type {Record<string, string>} */
let spoken = {};

/** Speak a language, "auto" the browser's own; English where it is none of ours or cannot be loaded. */
export async function speak(wanted) {
  const asked = wanted === "auto" ? navigator.languages.map((tag) => tag.slice(0, 2)) : [wanted];
  let found = asked.find((tag) => tag in LANGUAGES) ?? "en";
  try {
    spoken = (await LANGUAGES[found]()).TEXTS;
  } catch {
    found = "en";
    spoken = (await LANGUAGES.en()).TEXTS;
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
