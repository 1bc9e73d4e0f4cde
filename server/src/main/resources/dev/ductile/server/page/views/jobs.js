// The list of jobs: filtered and paged by the server, so that it is as fast with ten thousand as with ten.

import { get } from "../api.js";
import { jobsTable } from "../components/jobs-table.js";
import { count } from "../drawings/format.js";
import { announce, button, h } from "../dom.js";
import { note } from "../router.js";
import { gently, on, onNews } from "../store.js";

const PAGE = 100;
const REFRESH_MILLISECONDS = 2000;
const TYPING_MILLISECONDS = 250;
/** The choices of the state, with their words; the empty one is what the server lists by default. */
const STATES = {
  "": "not over",
  all: "any",
  ended: "over",
  pending: "pending",
  starting: "starting",
  running: "running",
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
};
const COLUMNS = [
  "job",
  "state",
  "size",
  "progress",
  "left",
  "queue",
  "owner",
  "priority",
  "submitted",
  "wideReason",
];

export async function open({ query, signal }) {
  const list = new JobList(query, signal);
  await list.load();
  on("job", signal, (job) => list.take(job));
  onNews([], signal, list.reload);
  return [
    h("h1", {}, "Jobs"),
    h("section", { "aria-label": "List of jobs" }, list.form(), list.status, list.table.root, list.more),
  ];
}

class JobList {
  constructor(query, signal) {
    this.reload = gently(REFRESH_MILLISECONDS, signal, () => this.refresh());
    this.query = query;
    this.signal = signal;
    this.status = h("p", { class: "note", role: "status" });
    this.more = button("Show more", () => this.extend());
    this.table = jobsTable({
      caption: "Jobs",
      columns: COLUMNS,
      items: [],
      nothing: "No job matches. Clear the filters, or submit a job.",
    });
  }

  form() {
    const { state = "", queue = "", owner = "", text = "" } = this.query;
    const options = Object.entries(STATES).map(([value, text]) =>
      h("option", { value, selected: value === state }, text),
    );
    const input = (name, label, value) =>
      h("label", {}, label, h("input", { name, value, type: "search", autocomplete: "off" }));
    let typing;
    const changed = (event) => {
      clearTimeout(typing);
      const form = event.currentTarget;
      typing = setTimeout(() => this.filter(form), TYPING_MILLISECONDS);
    };
    return h(
      "form",
      { class: "filters", oninput: changed, onsubmit: (event) => event.preventDefault() },
      h("label", {}, "State", h("select", { name: "state" }, ...options)),
      input("text", "Name", text),
      input("queue", "Queue", queue),
      input("owner", "Owner", owner),
    );
  }

  async filter(form) {
    this.query = Object.fromEntries(new FormData(form));
    note(["jobs"], this.query);
    await this.load();
    announce(this.status.textContent);
  }

  async load() {
    const part = await get("jobs", { ...this.query, limit: PAGE }, this.signal);
    this.table.show(part.items);
    this.shown = part.items.length;
    this.told(part);
  }

  /** Draws a job again; a job that the list does not have yet may belong into it. */
  take(job) {
    if (!this.table.update(job)) {
      this.reload();
    }
  }

  /** Only the first page is loaded again, and only while nobody is at work in the list. */
  refresh() {
    const isFree = this.shown <= PAGE && !this.table.root.contains(document.activeElement);
    return isFree ? this.load() : Promise.resolve();
  }

  async extend() {
    const part = await get("jobs", { ...this.query, after: this.next, limit: PAGE }, this.signal);
    this.table.append(part.items);
    this.shown += part.items.length;
    this.told(part);
  }

  told({ next, total }) {
    this.next = next;
    this.more.hidden = next === undefined;
    this.status.textContent = `${count(this.shown)} of ${count(total)} jobs`;
  }
}
