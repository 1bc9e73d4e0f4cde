// Small additions to the element function of the reports. Text is never read as markup.

import { element as h } from "./drawings/format.js";

export { h };

/** An SVG element; its attributes need no style, so a strict content security policy allows it. */
export function svg(name, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...inside);
  return made;
}

export function button(text, onclick, more = {}) {
  return h("button", { type: "button", onclick, ...more }, text);
}

export function link(address, ...inside) {
  return h("a", { href: address }, ...inside);
}

/** A section with a heading of its own. */
export function card(title, ...inside) {
  return h("section", {}, h("h2", {}, title), ...inside);
}

/** Terms and their values. */
export function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== "");
  return h("dl", { class: "facts" }, ...shown.map(fact));
}

function fact([term, value]) {
  return h("div", {}, h("dt", {}, term), h("dd", {}, ...[value].flat()));
}

/** Tells users of screen readers of a change elsewhere on the page. */
export function announce(text) {
  document.getElementById("announcement").textContent = text;
}
