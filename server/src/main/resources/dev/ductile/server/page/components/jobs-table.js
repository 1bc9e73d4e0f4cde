// Tables of jobs, which several views have.

import { duration } from "../drawings/format.js";
import { h } from "../dom.js";
import { address } from "../router.js";
import { isNone, size } from "./amounts.js";
import { progress, state } from "./state.js";
import { Table } from "./table.js";
import { age, when } from "./time.js";

export const jobLink = (id) => h("a", { href: address(["jobs", id]) }, id);

const bounds = ({ least, most }) =>
  least.workers === most.workers ? "" : ` (${least.workers}–${most.workers})`;

const COLUMNS = {
  job: { title: "Job", kind: "word", cell: (job) => jobLink(job.id) },
  state: { title: "State", kind: "word", cell: state },
  size: {
    title: "Workers",
    cell: (job) => [
      isNone(job.size) ? "–" : size(job.size),
      h("small", { class: "beside" }, bounds(job)),
    ],
  },
  progress: { title: "Progress", kind: "short", cell: progress },
  left: {
    title: "Left",
    narrow: false,
    cell: (job) => (job.remainingSeconds === undefined ? "-" : duration(job.remainingSeconds)),
  },
  queue: { title: "Queue", kind: "word", narrow: false, cell: (job) => job.queue },
  owner: { title: "Owner", kind: "word", narrow: false, cell: (job) => job.owner },
  priority: { title: "Priority", narrow: false, cell: (job) => `${job.priority}` },
  submitted: { title: "Submitted", narrow: false, cell: (job) => when(job.submitted) },
  waiting: { title: "Waits for", cell: (job) => age(job.submitted) },
  reason: {
    title: "Reason",
    kind: "word reason",
    cell: (job) => job.reason?.sentence ?? "not yet decided on",
  },
};

/** The reason in a table with many columns. */
COLUMNS.wideReason = { ...COLUMNS.reason, narrow: false };

/** A table of jobs with the named columns. */
export function jobsTable({ caption, columns, items, nothing }) {
  return new Table({
    caption,
    columns: columns.map((name) => COLUMNS[name]),
    items,
    nothing,
    key: (job) => job.id,
  });
}
