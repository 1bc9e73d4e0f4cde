// One job: its state and the reason, its charts, its history and its logs.

import { get } from "../api.js";
import { lossChart, speedOverTime, splitChart } from "../charts/samples.js";
import { rescales, sizeChart } from "../charts/sizes.js";
import { speedChart } from "../charts/speed.js";
import { amounts, counted, isNone, sizeText } from "../components/amounts.js";
import { commands } from "../components/commands.js";
import { historyTable } from "../components/history-table.js";
import { jobLink } from "../components/jobs-table.js";
import { logs } from "../components/logs.js";
import { empty } from "../components/notice.js";
import { progress, state } from "../components/state.js";
import { age, when } from "../components/time.js";
import { whyParts } from "../components/why.js";
import { count, duration, percent } from "../drawings/format.js";
import { announce, card, facts, h } from "../dom.js";
import { address } from "../router.js";
import { gently, on, onNews } from "../store.js";

const SAMPLES = 2000;
const CHANGES = 500;
const HEAD_MILLISECONDS = 1000;
const REST_MILLISECONDS = 5000;

export async function open({ params: [id], signal }) {
  const view = new JobView(id, signal);
  const head = view.loadHead();
  await Promise.all([head, view.loadRest(head)]);
  view.follow();
  return view.nodes();
}

class JobView {
  constructor(id, signal) {
    this.id = id;
    this.path = `jobs/${encodeURIComponent(id)}`;
    this.signal = signal;
    this.charts = new AbortController();
    signal.addEventListener("abort", () => this.charts.abort());
    this.head = h("div", { class: "job-head" });
    this.why = card("Why");
    this.about = h("section", { "aria-label": "About the job" });
    this.pictures = h("section", { class: "charts", "aria-label": "Charts" });
    this.history = historyTable([]);
    this.logs = card("Logs");
    this.reading = new AbortController();
    signal.addEventListener("abort", () => this.reading.abort());
  }

  async loadHead() {
    const [details, why] = await Promise.all([
      get(this.path, {}, this.signal),
      get(`${this.path}/why`, {}, this.signal).catch((error) => error),
    ]);
    this.details = details;
    this.head.replaceChildren(
      h("div", { class: "states-line" }, state(details.job), progress(details.job)),
      commands(details),
    );
    const { job } = details;
    const isHere = ["pending", "starting", "running"].includes(job.state);
    this.why.replaceChildren(
      h("h2", {}, job.state === "pending" ? "Why it waits" : isHere ? "Why this size" : "How it ended"),
      ...(isHere ? message(details) : []),
      ...(why instanceof Error ? [empty(why.message)] : whyParts(why)),
    );
    this.about.replaceChildren(about(details));
    this.showLogs(details.logs);
  }

  /** The logs begin again only when a task has started since. */
  showLogs(names) {
    const tasks = names.map(({ task, generation }) => `${task} ${generation}`).join();
    if (tasks === this.tasks) {
      return;
    }
    this.tasks = tasks;
    this.reading.abort();
    this.reading = new AbortController();
    const shown = logs(this.id, names, this.reading.signal);
    this.logs.replaceChildren(h("h2", {}, "Logs"), shown);
  }

  /** The charts of an ended job end with it, so they wait for its head. */
  async loadRest(head = undefined) {
    const [changes, samples, curve] = await Promise.all([
      get(`${this.path}/history`, {}, this.signal).catch(() => ({ items: [] })),
      get(`${this.path}/samples`, { limit: SAMPLES }, this.signal),
      get(`${this.path}/speeds`, {}, this.signal).catch(() => ({ points: [] })),
    ]);
    await head;
    const newestFirst = changes.items.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
    this.history.show(newestFirst.slice(0, CHANGES));
    this.draw(newestFirst, samples.items, curve);
  }

  draw(changes, samples, curve) {
    this.charts.abort();
    this.charts = new AbortController();
    const { signal } = this.charts;
    const sorted = samples.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    const drawn = [
      curve.points.some((point) => point.predicted > 0 || point.measured > 0) && (() => speedChart(curve, signal)),
      rescales(changes).length > 0 && (() => sizeChart(changes, this.end(sorted), signal)),
      sorted.some((one) => one.loss !== undefined) && (() => lossChart(sorted, changes, signal)),
      sorted.some((one) => one.computeSeconds !== undefined) &&
        (() => splitChart(sorted, changes, signal)),
      sorted.length > 0 && (() => speedOverTime(sorted, changes, signal)),
    ].filter(Boolean);
    const open = openTables(this.pictures);
    this.pictures.replaceChildren(...drawn.map((make) => make()));
    restoreTables(this.pictures, open);
    if (drawn.length === 0) {
      this.pictures.replaceChildren(
        empty("No chart yet. They begin when the job runs and reports its steps."),
      );
    }
  }

  end(samples) {
    const { ended } = this.details?.job ?? {};
    const last = samples.at(-1)?.at;
    return (ended ? Date.parse(ended) : Math.max(Date.now(), Date.parse(last ?? 0))) / 1000;
  }

  follow() {
    const head = gently(HEAD_MILLISECONDS, this.signal, () => this.loadHead());
    const rest = gently(REST_MILLISECONDS, this.signal, () => this.loadRest());
    let before = this.details.job.state;
    on("job", this.signal, (job) => {
      if (job.id !== this.id) {
        return;
      }
      if (job.state !== before) {
        announce(`${job.id} is ${job.state}`);
        before = job.state;
      }
      head();
      rest();
    });
    onNews([], this.signal, () => {
      head();
      rest();
    });
  }

  nodes() {
    return [
      h("p", { class: "kind" }, h("a", { href: address(["jobs"]) }, "Jobs")),
      h("h1", {}, this.id),
      this.head,
      h("div", { class: "columns" }, this.why, this.about),
      this.pictures,
      card("History", this.history.root),
      this.logs,
      card("Job file", h("pre", { tabindex: "0" }, this.details.file || "Not kept.")),
    ];
  }
}

function message({ message: text }) {
  return text === undefined ? [] : [h("p", { class: "lead" }, text)];
}

function about(details) {
  const { job, account } = details;
  return facts([
    [job.ended ? "Last size" : "Size now", isNone(job.size) ? "no tasks" : sizeText(job.size)],
    ["Allowed sizes", details.sizes],
    ["Fixed by hand", details.fixed && sizeText(details.fixed)],
    ["Steps", steps(details)],
    ["Speed", job.stepsPerSecond > 0 ? `${Number(job.stepsPerSecond.toPrecision(3))} steps/s` : ""],
    ["Predicted by", details.speedSource],
    ["Left", job.remainingSeconds === undefined ? "" : duration(job.remainingSeconds)],
    ["Queue", h("a", { href: address(["jobs"], { queue: job.queue }) }, job.queue)],
    ["Owner", h("a", { href: address(["jobs"], { owner: job.owner }) }, job.owner)],
    ["Priority", `${job.priority}`],
    ["Submitted", when(job.submitted)],
    ["Started", job.started && when(job.started)],
    ["Ended", job.ended && when(job.ended)],
    ["Worker", amounts(details.workerResources)],
    ["Server", job.most.servers > 0 ? amounts(details.serverResources) : ""],
    ["Nodes", details.nodes.map(({ node }) => node).join(", ")],
    ["After", details.after.length > 0 ? details.after.flatMap((id) => [jobLink(id), " "]) : ""],
    ["Waited", waited(job, account)],
    ["Paused", paused(account)],
    ["Lost steps", account.lostSteps > 0 ? count(account.lostSteps) : ""],
    ["Preemptions", account.preemptions > 0 ? count(account.preemptions) : ""],
    ["Restarts", account.restarts > 0 ? count(account.restarts) : ""],
    ["Held", `${duration(Math.round(account.deviceSeconds))} of devices`],
    ["Really used", used(account)],
    ["Aggregation", details.aggregation],
    ["Rescales", details.rescaleMode],
  ]);
}

function paused({ pausedSeconds, rescales }) {
  return `${duration(pausedSeconds)} in starts${rescales > 0 ? ` and ${counted(rescales, "rescale")}` : ""}`;
}

/** The account grows at the changes of a job, so a job that has not started waits since its submission. */
function waited(job, { waitedSeconds }) {
  return job.state === "pending" && job.started === undefined
    ? age(job.submitted)
    : duration(Math.round(waitedSeconds));
}

/** The used part of the devices, for the time in which it was measured. */
function used({ usedDeviceSeconds, measuredDeviceSeconds }) {
  return usedDeviceSeconds === undefined || !(measuredDeviceSeconds > 0)
    ? ""
    : `${percent(usedDeviceSeconds / measuredDeviceSeconds)} of the devices`;
}

function steps({ job, unit }) {
  const made = count(Math.floor(job.steps));
  if (job.totalSteps === undefined) {
    return job.steps > 0 ? `${made} ${unit} of unknown work` : "unknown";
  }
  return `${made} of ${count(job.totalSteps)} ${unit}`;
}

function openTables(root) {
  return [...root.querySelectorAll("details")].map((details) => details.open);
}

function restoreTables(root, open) {
  [...root.querySelectorAll("details")].forEach((details, i) => (details.open = open[i] ?? false));
}
