// Elements of the page: made, listened to, opened.

const SVG = "http://www.w3.org/2000/svg";

/** An element with a text.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @returns {HTMLElementTagNameMap[Name]} */
export function make(name, words = "", className = "") {
  const element = document.createElement(name);
  element.textContent = words;
  element.className = className;
  return element;
}

/** A button that does `action`, with properties such as its class, and with `parts` behind its words. */
export function button(words, action, properties = {}, ...parts) {
  const element = Object.assign(make("button", words), { onclick: action }, properties);
  element.append(...parts);
  return element;
}

/** A part of a picture (SVG) with attributes and with `parts` in it. */
export function draw(name, attributes, ...parts) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...parts);
  return element;
}

/** A sign of index.html (symbol `i-NAME`). */
export function icon(name) {
  return draw("svg", { "aria-hidden": "true" }, draw("use", { href: `#i-${name}` }));
}

/** Open a dialog, or leave it open, and scroll to its top: the focus that it takes may have scrolled its title away. */
export function openAtTop(dialog) {
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
