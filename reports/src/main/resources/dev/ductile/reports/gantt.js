// A Gantt chart on a canvas: a row for each job, a bar for each stretch at one size. Only what is in
// view is drawn, so tens of thousands of bars are no trouble.

import { timeTicks } from "./axes.js";
import { count, duration, element } from "./format.js";
import { ink, inkOn, shade } from "./theme.js";

const AXIS = 26;
const READABLE_ROW = 18;
const NAMES = 120;
const TALLEST = 520;
const FIELDS = 6;
/** Rows lower than this show by colour, not by height, how large a job is. */
const LOW = 5;

export class Gantt {
  constructor(root, palette, says, hint) {
    this.palette = palette;
    this.hint = hint;
    /** Other charts that show the same stretch of time. */
    this.followers = [];
    this.canvas = element("canvas");
    this.spacer = element("div");
    this.view = element(
      "div",
      { class: "gantt-view", tabindex: "0", role: "img", "aria-label": says },
      this.canvas,
      this.spacer,
    );
    this.tip = element("div", { class: "gantt-tip", hidden: true });
    this.note = element("p", { class: "note" });
    this.fit = element("input", { type: "checkbox", checked: true, onchange: () => this.layOut() });
    root.replaceChildren(
      element(
        "div",
        { class: "tools" },
        this.button("Zoom in", () => this.zoom(0.5, 0.5)),
        this.button("Zoom out", () => this.zoom(2, 0.5)),
        this.button("All of it", () => this.reset()),
        element("label", {}, this.fit, " all rows in view"),
        this.note,
      ),
      this.view,
      this.tip,
    );
    this.listen();
  }

  button(text, onclick) {
    return element("button", { type: "button", onclick }, text);
  }

  /** Shows the bars of one run. */
  set(gantt, end) {
    this.gantt = gantt;
    this.end = end;
    this.rows = gantt.jobs.map(() => []);
    for (let i = 0; i < gantt.bars.length; i += FIELDS) {
      const [row, from, to, workers, servers, place] = gantt.bars.slice(i, i + FIELDS);
      this.rows[row].push({ row, from, to, workers, servers, place });
    }
    this.reset();
    this.layOut();
  }

  reset() {
    this.show(0, this.end || 1);
  }

  /** Shows a stretch of time, here and in the charts that go along. */
  show(from, to) {
    const span = Math.min(to - from, this.end || 1);
    this.from = Math.max(0, Math.min(from, (this.end || 1) - span));
    this.to = this.from + span;
    this.draw();
    this.followers.forEach((other) => other.go(this.from, this.to));
  }

  go(from, to) {
    this.from = from;
    this.to = to;
    this.draw();
  }

  /** @param at the place that stays where it is: 0 is the left edge, 1 the right */
  zoom(factor, at) {
    const middle = this.from + (this.to - this.from) * at;
    const span = Math.max((this.to - this.from) * factor, (this.end || 1) / 1e5);
    this.show(middle - span * at, middle + span * (1 - at));
  }

  pan(share) {
    const shift = (this.to - this.from) * share;
    this.show(this.from + shift, this.to + shift);
  }

  layOut() {
    const rows = Math.max(1, this.gantt.jobs.length);
    this.height = Math.min(TALLEST, AXIS + rows * READABLE_ROW + 4);
    const room = this.height - AXIS - 4;
    this.row = this.fit.checked ? room / rows : Math.max(READABLE_ROW, Math.min(28, room / rows));
    this.fit.parentElement.hidden = rows * READABLE_ROW <= room;
    this.view.style.height = `${this.height + 2}px`;
    this.spacer.style.height = `${Math.max(0, AXIS + 4 + rows * this.row - this.height)}px`;
    this.note.textContent = this.remarks();
    this.draw();
  }

  remarks() {
    const { jobs, allJobs, cut, mostTasks } = this.gantt;
    const parts = [`${mostTasks} tasks are ${this.row < LOW ? "full colour" : "a full row"}.`];
    if (jobs.length < allJobs) {
      parts.push(`The first ${count(jobs.length)} of ${count(allJobs)} jobs.`);
    }
    if (cut) {
      parts.push("There were too many bars; the last ones are missing.");
    }
    return [...parts, this.hint].join(" ");
  }

  draw() {
    if (!this.gantt || !this.row || this.view.clientWidth === 0) {
      return;
    }
    const sharp = window.devicePixelRatio || 1;
    this.width = this.view.clientWidth;
    this.left = this.row >= 11 ? Math.min(NAMES, this.width * 0.25) : 0;
    this.canvas.width = this.width * sharp;
    this.canvas.height = this.height * sharp;
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    const pen = this.canvas.getContext("2d");
    pen.scale(sharp, sharp);
    this.colours = {
      faint: ink("faint"),
      card: ink("card"),
      ink: ink("ink"),
      line: ink("line"),
      soft: ink("soft"),
      jobs: this.palette.map(shade),
    };
    pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    pen.textBaseline = "middle";
    this.drawPaper(pen);
    this.drawRows(pen);
    this.drawAxis(pen);
  }

  x(seconds) {
    return this.left + ((seconds - this.from) / (this.to - this.from)) * (this.width - this.left);
  }

  ticks() {
    return timeTicks(this.from, this.to, Math.max(2, Math.floor((this.width - this.left) / 90)));
  }

  /** The time of a tick in words. */
  tickText(tick) {
    return duration(tick);
  }

  rowsInView() {
    const scroll = this.view.scrollTop;
    return {
      scroll,
      first: Math.max(0, Math.floor(scroll / this.row)),
      last: Math.min(this.rows.length - 1, Math.ceil((scroll + this.height) / this.row)),
    };
  }

  /** Stripes and lines, which the bars lie upon. */
  drawPaper(pen) {
    const { scroll, first, last } = this.rowsInView();
    pen.fillStyle = this.colours.faint;
    for (let row = first | 1; row <= last && this.row >= LOW; row += 2) {
      pen.fillRect(this.left, AXIS + row * this.row - scroll, this.width - this.left, this.row);
    }
    pen.fillStyle = this.colours.line;
    this.ticks().forEach((tick) => pen.fillRect(Math.round(this.x(tick)), AXIS, 1, this.height));
  }

  drawRows(pen) {
    const { scroll, first, last } = this.rowsInView();
    for (let row = first; row <= last; row++) {
      for (const bar of this.rows[row]) {
        this.drawBar(pen, bar, AXIS + row * this.row - scroll);
      }
    }
    if (this.left > 0) {
      this.drawNames(pen, first, last, scroll);
    }
  }

  drawBar(pen, bar, top) {
    if (bar.to < this.from || bar.from > this.to) {
      return;
    }
    const from = Math.max(this.left, this.x(bar.from));
    const wide = Math.max(1, Math.min(this.width, this.x(bar.to)) - from);
    const share = Math.max(0.15, (bar.workers + bar.servers) / this.gantt.mostTasks);
    const low = this.row < LOW;
    const high = low ? Math.max(1, this.row) : (this.row - 2) * share;
    pen.globalAlpha = low ? 0.45 + 0.55 * share : 1;
    pen.fillStyle = this.colours.jobs[bar.row % this.palette.length];
    pen.fillRect(from, top + this.row - 1 - high, wide, high);
    pen.globalAlpha = 1;
    if (wide > 26 && high >= 12) {
      pen.fillStyle = inkOn(this.colours.jobs[bar.row % this.palette.length]);
      pen.fillText(size(bar), from + 4, top + this.row - 1 - high / 2);
    }
  }

  drawNames(pen, first, last, scroll) {
    pen.fillStyle = this.colours.card;
    pen.fillRect(0, AXIS, this.left, this.height - AXIS);
    pen.fillStyle = this.colours.ink;
    for (let row = first; row <= last; row++) {
      const name = short(pen, this.gantt.jobs[row], this.left - 12);
      pen.fillText(name, 6, AXIS + (row + 0.5) * this.row - scroll);
    }
  }

  drawAxis(pen) {
    pen.fillStyle = this.colours.card;
    pen.fillRect(0, 0, this.width, AXIS);
    pen.fillStyle = this.colours.line;
    pen.fillRect(0, AXIS - 1, this.width, 1);
    for (const tick of this.ticks()) {
      const x = Math.round(this.x(tick));
      pen.fillStyle = this.colours.line;
      pen.fillRect(x, AXIS - 6, 1, 6);
      pen.fillStyle = this.colours.soft;
      const text = this.tickText(tick);
      const last = this.width - Math.max(44, pen.measureText(text).width + 4);
      pen.fillText(text, Math.min(x + 4, last), AXIS / 2);
    }
  }

  listen() {
    this.view.addEventListener("scroll", () => this.draw());
    this.view.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.view.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("pointerdown", (event) => this.grab(event));
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.canvas.addEventListener("dblclick", () => this.reset());
    new ResizeObserver(() => this.draw()).observe(this.view);
  }

  wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const at = (event.offsetX - this.left) / (this.width - this.left);
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8, Math.max(0, Math.min(1, at)));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      this.pan((event.deltaX || event.deltaY) / this.width);
    }
  }

  key(event) {
    const does = {
      "+": () => this.zoom(0.5, 0.5),
      "=": () => this.zoom(0.5, 0.5),
      "-": () => this.zoom(2, 0.5),
      0: () => this.reset(),
      ArrowLeft: () => this.pan(-0.2),
      ArrowRight: () => this.pan(0.2),
    }[event.key];
    if (does && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      does();
    }
  }

  grab(event) {
    if (event.pointerType === "mouse" && event.button !== 0) {
      return;
    }
    this.canvas.setPointerCapture(event.pointerId);
    this.held = { x: event.clientX, y: event.clientY };
    this.canvas.addEventListener("pointerup", () => (this.held = undefined), { once: true });
  }

  hover(event) {
    if (this.held) {
      this.pan((this.held.x - event.clientX) / (this.width - this.left));
      if (event.pointerType === "mouse") {
        this.view.scrollTop += this.held.y - event.clientY;
      }
      this.held = { x: event.clientX, y: event.clientY };
      return;
    }
    const row = this.rows[Math.floor((event.offsetY - AXIS + this.view.scrollTop) / this.row)];
    const time =
      this.from + ((event.offsetX - this.left) / (this.width - this.left)) * (this.to - this.from);
    const near = (3 * (this.to - this.from)) / this.width;
    const bar = row?.find((one) => one.from - near <= time && time <= one.to + near);
    this.tip.hidden = !bar || event.offsetY < AXIS;
    if (bar) {
      this.tip.textContent = this.told(bar);
      this.tip.style.left = `${Math.min(event.clientX + 14, innerWidth - 330)}px`;
      this.tip.style.top = `${event.clientY + 16}px`;
    }
  }

  told(bar) {
    const where = this.gantt.places[bar.place];
    const tasks = [counted(bar.workers, "worker"), counted(bar.servers, "server")];
    return [
      this.gantt.jobs[bar.row],
      tasks.filter((one) => one).join(", "),
      `${duration(bar.from)} to ${duration(bar.to)} (${duration(bar.to - bar.from)})`,
      where.length > 90 ? `${where.slice(0, 90)} ...` : where,
    ].join("\n");
  }
}

export function counted(number, noun) {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function size(bar) {
  return bar.servers > 0 ? `${bar.workers}+${bar.servers}` : `${bar.workers}`;
}

function short(pen, name, room) {
  let end = name.length;
  while (
    end > 1 &&
    pen.measureText(end < name.length ? `${name.slice(0, end)}…` : name).width > room
  ) {
    end--;
  }
  return end < name.length ? `${name.slice(0, end)}…` : name;
}
