// Allocations over time: rows are jobs, bars are stretches at one size, and each bar has its decision.

import { all, get } from "../api.js";
import { PALETTE } from "../charts/palette.js";
import { seconds } from "../charts/plot.js";
import { Timeline, stretches, summary } from "../charts/timeline.js";
import { counted, sizeText } from "../components/amounts.js";
import { jobLink } from "../components/jobs-table.js";
import { empty } from "../components/notice.js";
import { Table } from "../components/table.js";
import { clockText } from "../components/time.js";
import { h } from "../dom.js";
import { gently, on, onNews } from "../store.js";

const PART = 500;
const MOST_JOBS = 2000;
const MOST_ENDED = 1000;
const MOST_ROWS_IN_FIGURES = 200;
const REFRESH_MILLISECONDS = 5000;

export async function open({ query, signal }) {
  const most = Number(query.decisions ?? 500);
  const root = h("div", { class: "gantt" });
  const note = h("p", { class: "note" });
  const figures = h("div");
  const picture = await load(most, signal);
  const chart = new Timeline(root, PALETTE, picture.from);
  const show = (data) => {
    const bars = stretches(data.decisions, data.jobs, data.from, data.to);
    const count = chart.take(bars, data.to);
    const names = new Set(bars.map(({ job }) => job));
    root.hidden = count === 0;
    note.replaceChildren(
      count === 0
        ? empty("No allocation yet. Bars begin when the first job starts.")
        : summary(count, names.size, data.decisions.length),
    );
    if (!figures.contains(document.activeElement)) {
      figures.replaceChildren(inFigures(bars));
    }
  };
  show(picture);
  on("theme", signal, () => chart.draw());
  const refresh = gently(REFRESH_MILLISECONDS, signal, async () => {
    const fresh = await load(most, signal);
    show({ ...fresh, from: picture.from });
  });
  onNews(["decision"], signal, refresh);
  return [
    h("h1", {}, "Timeline"),
    h("section", { "aria-label": "Allocations" }, choice(most), note, root, details(figures)),
  ];
}

function choice(most) {
  const change = (event) => (location.hash = `#/timeline?decisions=${event.target.value}`);
  const options = [100, 500, 2000, 5000].map((number) =>
    h("option", { value: number, selected: number === most }, counted(number, "decision")),
  );
  return h(
    "div",
    { class: "filters" },
    h("label", {}, "The last", h("select", { onchange: change }, ...options)),
  );
}

async function load(most, signal) {
  const [decisions, present, ended] = await Promise.all([
    lastDecisions(most, signal),
    all("jobs", { state: "running,starting", limit: PART }, MOST_JOBS, signal),
    all("jobs", { state: "ended", limit: PART }, MOST_ENDED, signal),
  ]);
  const to = Date.now() / 1000;
  const from = decisions.length === 0 ? to - 3600 : seconds(decisions.at(-1).at);
  return { decisions, jobs: [...present, ...ended], from: Math.min(from, to - 60), to };
}

async function lastDecisions(most, signal) {
  const found = [];
  for (;;) {
    const limit = Math.min(PART, most - found.length);
    const part = await get("decisions", { limit, before: found.at(-1)?.number }, signal);
    found.push(...part.items);
    if (part.next === undefined || found.length >= most || part.items.length === 0) {
      return found;
    }
  }
}

function details(figures) {
  return h("details", {}, h("summary", {}, "In figures"), figures);
}

function inFigures(bars) {
  const newest = bars.toSorted((a, b) => b.from - a.from).slice(0, MOST_ROWS_IN_FIGURES);
  return new Table({
    caption: `The last ${newest.length} allocations`,
    items: newest,
    columns: [
      { title: "Job", kind: "word", cell: ({ job }) => jobLink(job) },
      { title: "Size", cell: ({ size }) => sizeText(size) },
      { title: "From", kind: "word", cell: ({ from }) => clockText(from * 1000, true) },
      { title: "To", kind: "word", cell: ({ to }) => clockText(to * 1000, true) },
      { title: "Decision", kind: "word wrap", cell: ({ story }) => story },
    ],
  }).root;
}
