// The usage report: device-hours asked, allocated, used and lost, by user or queue, as a table and a CSV file.

import { get } from "../api.js";
import { Table } from "../components/table.js";
import { count, percent } from "../drawings/format.js";
import { button, h } from "../dom.js";
import { address } from "../router.js";

const HOUR = 3600;
const DAY_MILLISECONDS = 86_400_000;
const DEFAULT_DAYS = 30;

export async function open({ query, signal }) {
  const today = new Date();
  const start = new Date(today - DEFAULT_DAYS * DAY_MILLISECONDS);
  const { by = "user", from = dayOf(start), to = dayOf(today) } = query;
  const rows = (await get("usage", { by, ...period(from, to) }, signal)).items;
  return [
    h("h1", {}, "Usage"),
    h(
      "section",
      { "aria-label": "Usage report" },
      form({ by, from, to }),
      table(rows, by),
      h(
        "p",
        { class: "note" },
        "Device-hours; - is not measured. Used part: of the time in which the use was measured. Lost: held without progress, in starts, rescales and work made again.",
      ),
      button("Save as CSV", () => save(rows, by, from, to), { disabled: rows.length === 0 }),
    ),
  ];
}

function form({ by, from, to }) {
  const changed = (event) => {
    const values = Object.fromEntries(new FormData(event.currentTarget));
    location.hash = address(["usage"], values);
  };
  const options = ["user", "queue"].map((value) =>
    h("option", { value, selected: value === by }, `by ${value}`),
  );
  return h(
    "form",
    { class: "filters", onchange: changed, onsubmit: (event) => event.preventDefault() },
    h("label", {}, "Rows", h("select", { name: "by" }, ...options)),
    h("label", {}, "From", h("input", { name: "from", type: "date", value: from })),
    h("label", {}, "To", h("input", { name: "to", type: "date", value: to })),
  );
}

function dayOf(date) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Whole days of the reader's zone as instants. */
function period(from, to) {
  const end = new Date(`${to}T00:00`);
  end.setDate(end.getDate() + 1);
  return { from: new Date(`${from}T00:00`).toISOString(), to: end.toISOString() };
}

function table(rows, by) {
  const hours = (value) => (value === undefined ? "-" : count(value / HOUR));
  const part = (value, of) => (value === undefined || !(of > 0) ? "-" : percent(value / of));
  return new Table({
    caption: `Usage by ${by}`,
    items: rows,
    nothing: "No job held resources in this period. Choose a longer one.",
    columns: [
      { title: by === "user" ? "User" : "Queue", kind: "word", cell: ({ name }) => name },
      { title: "Jobs", cell: ({ jobs }) => count(jobs) },
      { title: "Asked", narrow: false, cell: (row) => hours(row.askedDeviceSeconds) },
      { title: "Allocated", cell: (row) => hours(row.allocatedDeviceSeconds) },
      { title: "Used", cell: (row) => hours(row.usedDeviceSeconds) },
      {
        title: "Used part",
        narrow: false,
        cell: (row) => part(row.usedDeviceSeconds, row.measuredDeviceSeconds),
      },
      { title: "Lost", cell: (row) => hours(row.lostDeviceSeconds) },
    ],
  }).root;
}

function save(rows, by, from, to) {
  const fields = [
    "askedDeviceSeconds",
    "allocatedDeviceSeconds",
    "usedDeviceSeconds",
    "measuredDeviceSeconds",
    "lostDeviceSeconds",
  ];
  const lines = rows.map((row) => [row.name, row.jobs, ...fields.map((field) => row[field] ?? "")]);
  const text = [[by, "jobs", ...fields], ...lines].map((line) => line.map(quoted).join(",")).join("\r\n");
  const file = URL.createObjectURL(new Blob([`${text}\r\n`], { type: "text/csv" }));
  h("a", { href: file, download: `usage-${by}-${from}-${to}.csv` }).click();
  URL.revokeObjectURL(file);
}

/** A field of CSV. A spreadsheet would compute a name that begins like a formula, so it gets a quote. */
export function quoted(value) {
  const text = /^[=+\-@\t]/.test(String(value)) && typeof value === "string" ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
