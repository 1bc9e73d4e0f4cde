// The queues, and the waiting jobs in their order with position, reason and estimated start.

import { get } from "../api.js";
import { jobLink } from "../components/jobs-table.js";
import { queuesTable } from "../components/queues-table.js";
import { Table } from "../components/table.js";
import { age, range } from "../components/time.js";
import { count } from "../drawings/format.js";
import { button, card, h } from "../dom.js";
import { note } from "../router.js";
import { gently, on, onNews } from "../store.js";

const ROWS = 50;
const REFRESH_MILLISECONDS = 3000;

export async function open({ query, signal }) {
  const view = new QueueView(query.queue ?? "", signal);
  await view.load();
  on("cluster", signal, (cluster) => view.queues.show(cluster.queues));
  onNews(["job"], signal, gently(REFRESH_MILLISECONDS, signal, () => view.load()));
  return view.nodes();
}

class QueueView {
  constructor(queue, signal) {
    this.queue = queue;
    this.signal = signal;
    this.answers = new Map();
    this.queues = queuesTable([]);
    this.status = h("p", { class: "note", role: "status" });
    this.choice = h("select", { onchange: () => this.choose() });
    this.waiting = new Table({
      caption: "Waiting jobs",
      items: [],
      nothing: "No job waits in this queue.",
      key: (job) => job.id,
      columns: this.columns(),
    });
  }

  columns() {
    return [
      { title: "Job", kind: "word", cell: (job) => jobLink(job.id) },
      { title: "Owner", kind: "word", narrow: false, cell: (job) => job.owner },
      { title: "Queue", kind: "word", narrow: false, cell: (job) => job.queue },
      { title: "Priority", narrow: false, cell: (job) => `${job.priority}` },
      { title: "Waits for", narrow: false, cell: (job) => age(job.submitted) },
      {
        title: "Reason",
        kind: "word reason",
        cell: (job) => job.reason?.sentence ?? "not yet decided on",
      },
      { title: "Start", kind: "word wrap", cell: (job) => this.estimate(job) },
    ];
  }

  /** The position and the estimated start; asked for one job at a time, because it costs simulations. */
  estimate(job) {
    const why = this.answers.get(job.id);
    if (why === undefined) {
      const label = `Estimate the start of ${job.id}`;
      const made = button("Estimate", () => this.ask(job, made), { "aria-label": label });
      return made;
    }
    const place = why.position === undefined ? "" : `Position ${why.position} of ${why.waiting}. `;
    return why.forecast === undefined ? place || "No estimate." : [place, range(why.forecast.start)];
  }

  async ask(job, asked) {
    asked.disabled = true;
    try {
      this.answers.set(job.id, await get(`jobs/${encodeURIComponent(job.id)}/why`, {}, this.signal));
      asked.blur();
      this.waiting.update(job);
    } catch (error) {
      this.status.textContent = error.message;
      asked.disabled = false;
    }
  }

  choose() {
    this.queue = this.choice.value;
    note(["queues"], { queue: this.queue });
    return this.load();
  }

  async load() {
    const [queues, jobs] = await Promise.all([
      get("queues", {}, this.signal),
      get("jobs", { state: "pending", queue: this.queue, limit: ROWS }, this.signal),
    ]);
    this.queues.show(queues.items);
    this.choice.replaceChildren(
      h("option", { value: "" }, "all queues"),
      ...queues.items.map(({ name }) =>
        h("option", { value: name, selected: name === this.queue }, name),
      ),
    );
    if (!this.waiting.root.contains(document.activeElement)) {
      this.waiting.show(jobs.items);
    }
    const shown = jobs.items.length;
    this.status.textContent = `${count(shown)} of ${count(jobs.total)} waiting jobs`;
  }

  nodes() {
    return [
      h("h1", {}, "Queues"),
      card("Shares", this.queues.root),
      card(
        "Waiting jobs",
        h("div", { class: "filters" }, h("label", {}, "Queue", this.choice)),
        this.status,
        this.waiting.root,
      ),
    ];
  }
}
