// The bars of a Gantt chart from the decision log, on the reader's clock. The chart itself is the one of the reports.

import { counted, sizeText } from "../components/amounts.js";
import { clockText } from "../components/time.js";
import { duration } from "../drawings/format.js";
import { Gantt } from "../drawings/gantt.js";
import { h } from "../dom.js";
import { clockTicks, seconds, tickText } from "./plot.js";

const FIELDS = 6;

/** The stretches of each job at one size: from the decisions, the present sizes and the ends of jobs. */
export function stretches(decisions, jobs, from, to) {
  const open = new Map();
  const made = [];
  const close = (job, at) => {
    const stretch = open.get(job);
    if (stretch && at > stretch.from) {
      made.push({ ...stretch, to: at });
    }
    open.delete(job);
  };
  const steps = decisions
    .toSorted((a, b) => a.number - b.number)
    .flatMap((decision) => decision.changes.map((change) => ({ ...change, decision })));
  const seen = new Set();
  for (const { job, from: before, to: after, reason, decision } of steps) {
    const at = seconds(decision.at);
    if (!seen.has(job) && before.workers + before.servers > 0) {
      open.set(job, { job, from, size: before, story: "before the decisions shown" });
    }
    seen.add(job);
    close(job, at);
    if (after.workers + after.servers > 0) {
      open.set(job, { job, from: at, size: after, story: told(decision, reason) });
    }
  }
  for (const job of jobs) {
    takeJob(job, { open, seen, close, from });
  }
  [...open.keys()].forEach((job) => close(job, to));
  return made;
}

function takeJob(job, { open, seen, close, from }) {
  const begin = job.started === undefined ? from : Math.max(from, seconds(job.started));
  if (job.ended !== undefined) {
    close(job.id, seconds(job.ended));
  } else if (!seen.has(job.id) && job.size.workers + job.size.servers > 0) {
    open.set(job.id, { job: job.id, from: begin, size: job.size, story: job.reason?.sentence ?? "" });
  }
}

function told(decision, reason) {
  return `Decision ${decision.number} after ${decision.trigger}: ${reason.sentence}`;
}

/** A Gantt chart whose seconds count from an instant. */
export class Timeline extends Gantt {
  constructor(root, palette, origin) {
    super(
      root,
      palette,
      "Timeline of allocations: one row for each job, one bar for each stretch at one size. " +
        "Arrow keys up and down choose a row, square brackets a bar.",
      "Drag to move, Ctrl + wheel or + and - to zoom; ↑ ↓ choose a job, [ ] a bar.",
    );
    this.origin = origin;
    this.fit.checked = false;
    this.chosen = { row: -1, bar: 0 };
    this.words = h("p", { class: "chosen", role: "status" });
    root.append(this.words);
    this.view.setAttribute("role", "application");
    this.view.addEventListener("keydown", (event) => this.choose(event));
  }

  /** Shows stretches; jobs in the order of their first one. */
  take(stretches, end) {
    const names = [...new Set(stretches.toSorted((a, b) => a.from - b.from).map(({ job }) => job))];
    const rows = new Map(names.map((name, i) => [name, i]));
    const bars = stretches.flatMap(({ job, from, to, size }, i) => [
      rows.get(job),
      from - this.origin,
      to - this.origin,
      size.workers,
      size.servers,
      i,
    ]);
    const tasks = stretches.map(({ size }) => size.workers + size.servers);
    const view = this.gantt && { from: this.from, to: this.to, isAll: this.isAll() };
    this.set(
      {
        jobs: names,
        allJobs: names.length,
        bars,
        cut: false,
        places: stretches.map(({ story }) => story),
        mostTasks: tasks.reduce((a, b) => Math.max(a, b), 1),
      },
      end - this.origin,
    );
    if (view && !view.isAll) {
      this.show(view.from, view.to);
    }
    return bars.length / FIELDS;
  }

  isAll() {
    return this.from === 0 && Math.abs(this.to - this.end) < 1;
  }

  ticks() {
    const most = Math.max(2, Math.floor((this.width - this.left) / 90));
    const { origin, from, to } = this;
    return clockTicks(origin + from, origin + to, most).map((tick) => tick - origin);
  }

  tickText(tick) {
    return tickText(this.origin + tick, this.to - this.from);
  }

  told(bar) {
    const clock = (time) => clockText((this.origin + time) * 1000, true);
    return [
      this.gantt.jobs[bar.row],
      sizeText(bar),
      `${clock(bar.from)} to ${clock(bar.to)} (${duration(Math.round(bar.to - bar.from))})`,
      this.gantt.places[bar.place],
    ].join("\n");
  }

  /** Chooses a bar by keys; its words are below the chart and are read aloud. */
  choose(event) {
    const moves = { ArrowDown: [1, 0], ArrowUp: [-1, 0], "]": [0, 1], "[": [0, -1] };
    const move = moves[event.key];
    if (!move || this.rows.length === 0) {
      return;
    }
    event.preventDefault();
    const row = within(this.chosen.row + move[0], this.rows.length);
    const bars = this.rows[row].toSorted((a, b) => a.from - b.from);
    const bar = within(move[0] === 0 ? this.chosen.bar + move[1] : bars.length - 1, bars.length);
    this.chosen = { row, bar };
    this.words.textContent = this.told(bars[bar]).replaceAll("\n", ", ");
    this.view.scrollTop = Math.max(0, (row - 3) * this.row);
    this.draw();
  }

  drawBar(pen, bar, top) {
    super.drawBar(pen, bar, top);
    if (bar.row === this.chosen.row) {
      pen.strokeStyle = this.colours.ink;
      pen.strokeRect(this.left + 0.5, top + 0.5, this.width - this.left - 1, this.row - 1);
    }
  }
}

function within(index, length) {
  return Math.max(0, Math.min(length - 1, index));
}

/** A sentence about the bars. */
export function summary(bars, jobs, decisions) {
  return `${counted(bars, "allocation")} of ${counted(jobs, "job")} by ${counted(decisions, "decision")}.`;
}
