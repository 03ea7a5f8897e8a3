// Makes and opens elements of the page.

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

/** A button that does `action`, with properties such as its class, and with `parts` after its words. */
export function button(words, action, properties = {}, ...parts) {
  const element = Object.assign(make("button", words), { onclick: action }, properties);
  element.append(...parts);
  return element;
}

/** An SVG element with attributes and `parts`. */
export function draw(name, attributes, ...parts) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...parts);
  return element;
}

/** An icon of index.html (symbol `i-NAME`). */
export function icon(name) {
  return draw("svg", { "aria-hidden": "true" }, draw("use", { href: `#i-${name}` }));
}

/** Open a dialog, if it is not open, and scroll to its top, because taking the focus may have scrolled its title away. */
export function openAtTop(dialog) {
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
