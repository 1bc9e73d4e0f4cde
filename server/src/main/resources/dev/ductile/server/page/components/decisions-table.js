// Decisions of the policy with the changes that they made.

import { h } from "../dom.js";
import { isNone, size } from "./amounts.js";
import { jobLink } from "./jobs-table.js";
import { Table } from "./table.js";
import { elapsed, when } from "./time.js";

const SHOWN_CHANGES = 12;

/** One change in words: the job, its sizes, and the reason. */
export function change({ job, from, to, reason }) {
  const sizes = isNone(from) ? size(to) : `${size(from)} → ${isNone(to) ? "none" : size(to)}`;
  return h("li", {}, jobLink(job), " ", h("b", {}, sizes), ` ${reason.sentence}`);
}

function changes(decision) {
  const shown = decision.changes.slice(0, SHOWN_CHANGES).map(change);
  const more = decision.changes.slice(SHOWN_CHANGES);
  if (shown.length === 0 && decision.dropped.length === 0) {
    return "no change";
  }
  const list = [h("ul", { class: "changes" }, ...shown)];
  if (more.length > 0) {
    const summary = h("summary", {}, `${more.length} more`);
    list.push(h("details", {}, summary, h("ul", { class: "changes" }, ...more.map(change))));
  }
  const dropped = decision.dropped.map((text) => h("li", {}, `Not applied: ${text}`));
  return dropped.length === 0 ? list : [...list, h("ul", { class: "changes dropped" }, ...dropped)];
}

export function decisionsTable({ items, nothing }) {
  return new Table({
    caption: "Decisions",
    nothing,
    items,
    key: (decision) => decision.number,
    columns: [
      { title: "Number", cell: (decision) => `${decision.number}` },
      { title: "Time", kind: "word", cell: (decision) => when(decision.at) },
      { title: "Trigger", kind: "word wrap", narrow: false, cell: (decision) => decision.trigger },
      { title: "Changes", kind: "word wrap", cell: changes },
      { title: "Unchanged", narrow: false, cell: (decision) => `${decision.unchanged}` },
      { title: "Waiting", narrow: false, cell: (decision) => `${decision.waiting}` },
      {
        title: "Took",
        narrow: false,
        cell: (decision) => elapsed(decision.milliseconds),
      },
    ],
  });
}
