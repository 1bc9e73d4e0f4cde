// Words in place of content: why there is none, and what to do next.

import { button, h } from "../dom.js";

/** A view that could not be opened. */
export function failure(error, retry) {
  const title = error.status === 403 ? "Not allowed" : error.status === 404 ? "Not found" : "No answer";
  return [
    h("h1", {}, error.status === undefined ? "This did not work" : title),
    h(
      "section",
      { class: "concerns", role: "alert" },
      h("p", {}, error.message),
      ...mistakes(error),
      button("Try again", retry),
    ),
  ];
}

/** The mistakes of a file, each with its place. */
export function mistakes(error) {
  const found = error.mistakes ?? [];
  return found.length === 0 ? [] : [h("ul", {}, ...found.map((one) => h("li", {}, one)))];
}

/** A list without items: says why, and what to do. */
export function empty(text, ...more) {
  return h("p", { class: "empty" }, text, ...more);
}

/** Warnings that need attention now. */
export function alerts(sentences) {
  return h(
    "section",
    { class: "concerns", "aria-label": "Alerts", hidden: sentences.length === 0 },
    h("ul", {}, ...sentences.map((sentence) => h("li", {}, sentence))),
  );
}
