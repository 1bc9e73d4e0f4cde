// The table of jobs: sorted, filtered, and a page at a time, because a browser bears only so many rows.

import { count, duration, element, ratio } from "./format.js";
import { compare } from "./tables.js";

const PAGE = 100;
/** The first columns are words, in which the filter looks. */
const WORDS = 3;
const word = (value) => value;
const COLUMNS = [
  ["Job", word],
  ["Owner", word],
  ["Ending", word],
  ["Submitted", duration],
  ["Waited", duration],
  ["Completion", duration],
  ["Rho", ratio],
  ["Rescales", count],
  ["Preemptions", count],
  ["Moves", count],
  ["Time lost", duration],
];

export class Jobs {
  constructor(root) {
    this.sortedBy = 3;
    this.direction = 1;
    this.page = 0;
    this.filter = element("input", {
      type: "search",
      placeholder: "part of a name, owner or ending",
      oninput: () => this.turn(0),
    });
    this.back = element(
      "button",
      { type: "button", onclick: () => this.turn(this.page - 1) },
      "Back",
    );
    this.next = element(
      "button",
      { type: "button", onclick: () => this.turn(this.page + 1) },
      "Next",
    );
    this.note = element("p", { class: "note", role: "status" });
    this.body = element("tbody");
    this.headings = COLUMNS.map(([title], column) =>
      element(
        "th",
        { scope: "col", class: column < WORDS ? "word" : "number" },
        element("button", { type: "button", onclick: () => this.sort(column) }, title),
      ),
    );
    const table = element(
      "table",
      {},
      element("caption", { class: "unseen" }, "Jobs"),
      element("thead", {}, element("tr", {}, ...this.headings)),
      this.body,
    );
    root.replaceChildren(
      element(
        "div",
        { class: "tools" },
        element("label", {}, "Filter ", this.filter),
        this.back,
        this.next,
        this.note,
      ),
      element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Jobs" }, table),
    );
  }

  set(jobs) {
    this.jobs = jobs;
    this.turn(0);
  }

  sort(column) {
    this.direction = this.sortedBy === column ? -this.direction : 1;
    this.sortedBy = column;
    this.turn(0);
  }

  turn(page) {
    this.page = page;
    const wanted = this.filter.value.trim().toLowerCase();
    const found = this.jobs.rows.filter((row) =>
      row.slice(0, WORDS).some((text) => text.toLowerCase().includes(wanted)),
    );
    const by = this.sortedBy;
    found.sort((a, b) => unknownLast(a[by], b[by]) || this.direction * compare(a[by], b[by]));
    this.show(found);
  }

  show(found) {
    const from = this.page * PAGE;
    const shown = found.slice(from, from + PAGE);
    this.body.replaceChildren(...shown.map(line));
    this.headings.forEach((heading, column) => {
      const direction = this.direction > 0 ? "ascending" : "descending";
      heading.setAttribute("aria-sort", column === this.sortedBy ? direction : "none");
    });
    this.back.disabled = this.page === 0;
    this.next.disabled = from + PAGE >= found.length;
    const range =
      shown.length === 0
        ? "No job"
        : `Jobs ${count(from + 1)} to ${count(from + shown.length)} of ${count(found.length)}`;
    const left =
      this.jobs.rows.length < this.jobs.all
        ? ` The first ${count(this.jobs.rows.length)} of ${count(this.jobs.all)} jobs are here; jobs.csv has them all.`
        : "";
    this.note.textContent = `${range}.${left}`;
  }
}

/** What did not happen comes last, whatever the direction. */
function unknownLast(a, b) {
  return (a === null) - (b === null);
}

function line(row) {
  return element(
    "tr",
    {},
    ...row.map((value, column) => {
      const text = value === null ? "-" : COLUMNS[column][1](value);
      return column === 0
        ? element("th", { scope: "row" }, text)
        : element("td", column < WORDS ? { class: "word" } : {}, text);
    }),
  );
}
