// Tables: a caption for screen readers, headings with a scope, and rows that keep their place.

import { h } from "../dom.js";
import { empty } from "./notice.js";

/**
 * A table of items. A column has a title, a cell of an item, and optionally a kind ("word") and "narrow: false" to leave it out on
 * small screens.
 */
export class Table {
  constructor({ caption, columns, items = [], nothing = "Nothing yet.", key = undefined }) {
    this.columns = columns;
    this.key = key;
    this.rows = new Map();
    this.body = h("tbody");
    this.nothing = typeof nothing === "string" ? empty(nothing) : nothing;
    const heads = columns.map((column) =>
      h("th", { scope: "col", class: classes(column) }, column.title),
    );
    this.frame = h(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": caption },
      h(
        "table",
        {},
        h("caption", { class: "unseen" }, caption),
        h("thead", {}, h("tr", {}, ...heads)),
        this.body,
      ),
    );
    this.root = h("div", { class: "table" }, this.frame, this.nothing);
    this.show(items);
  }

  show(items) {
    this.rows.clear();
    this.body.replaceChildren(...items.map((item) => this.row(item)));
    this.frame.hidden = items.length === 0;
    this.nothing.hidden = items.length > 0;
  }

  append(items) {
    this.body.append(...items.map((item) => this.row(item)));
  }

  /** Draws the row of an item again, if it is in view. */
  update(item) {
    const old = this.rows.get(this.key(item));
    if (old && !old.contains(document.activeElement)) {
      old.replaceWith(this.row(item));
    }
    return old !== undefined;
  }

  row(item) {
    const made = h("tr", {}, ...this.columns.map((column, i) => cell(column, i, item)));
    if (this.key) {
      this.rows.set(this.key(item), made);
    }
    return made;
  }
}

function cell(column, index, item) {
  const inside = [column.cell(item)].flat();
  const attributes = { class: classes(column) };
  return index === 0
    ? h("th", { scope: "row", ...attributes }, ...inside)
    : h("td", attributes, ...inside);
}

function classes({ kind = "", narrow = true }) {
  return `${kind} ${narrow ? "" : "wide-only"}`.trim();
}
