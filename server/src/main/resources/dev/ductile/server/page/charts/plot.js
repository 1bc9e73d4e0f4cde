// Charts by Chart.js in the look of the reports. Each says in words what it shows, and has its figures as a table.

import "../drawings/chart.js";
import { options, timeTicks } from "../drawings/axes.js";
import { ink } from "../drawings/theme.js";
import { clockText, dayText } from "../components/time.js";
import { h } from "../dom.js";
import { on } from "../store.js";

const NARROW_SPAN = 10 * 60;
const LONG_SPAN = 36 * 60 * 60;

/**
 * A chart in a figure.
 *
 * @param says what it shows, for users of screen readers
 * @param settings makes the settings of Chart.js; called again when the colours change
 * @param figures the headings and the rows of the table below it
 */
export function plot({ title, note = "", says, settings, figures, signal }) {
  const canvas = h("canvas", { role: "img", "aria-label": `${title}. ${says}` });
  const figure = h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title, h("span", {}, note)),
    h("div", { class: "plot" }, canvas),
    table(title, figures),
  );
  let chart;
  const draw = () => {
    chart?.destroy();
    look();
    chart = new Chart(canvas, shared(settings()));
  };
  draw();
  on("theme", signal, draw);
  signal.addEventListener("abort", () => chart.destroy());
  return figure;
}

function shared(settings) {
  return { ...settings, options: options(settings.options) };
}

function look() {
  Chart.defaults.color = ink("soft");
  Chart.defaults.borderColor = ink("line");
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
}

function table(title, { headings, rows }) {
  const head = headings.map((one) => h("th", { scope: "col" }, one));
  const body = rows.map(([first, ...cells]) =>
    h("tr", {}, h("th", { scope: "row" }, first), ...cells.map((cell) => h("td", {}, cell))),
  );
  return h(
    "details",
    {},
    h("summary", {}, "In figures"),
    h(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": `${title}, in figures` },
      h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body)),
    ),
  );
}

/** Seconds since 1970. */
export function seconds(instant) {
  return Date.parse(instant) / 1000;
}

/** An axis of the reader's clock, in seconds since 1970. */
export function clockAxis(from, to) {
  return {
    type: "linear",
    min: from,
    max: Math.max(to, from + 1),
    afterBuildTicks: (axis) => {
      axis.ticks = clockTicks(axis.min, axis.max, 6).map((value) => ({ value }));
    },
    ticks: { callback: (value) => tickText(value, to - from), maxRotation: 0, autoSkipPadding: 12 },
  };
}

/** Round times of the reader's clock. */
export function clockTicks(from, to, most) {
  const shift = new Date(from * 1000).getTimezoneOffset() * 60;
  return timeTicks(from - shift, to - shift, most).map((tick) => tick + shift);
}

/** The time of a tick, as exact as the span of the axis. */
export function tickText(value, span) {
  if (span > LONG_SPAN) {
    return dayText(value * 1000);
  }
  const date = new Date(value * 1000);
  const two = (number) => String(number).padStart(2, "0");
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return span < NARROW_SPAN ? `${time}:${two(date.getSeconds())}` : time;
}

/** The title of a tooltip on a clock axis. */
export function clockTitle(items) {
  return items.length === 0 ? "" : clockText(items[0].parsed.x * 1000, true);
}

/** At most so many rows, evenly chosen, for a table of figures. */
export function thinned(rows, most = 40) {
  const step = Math.ceil(rows.length / most);
  return rows.filter((_, i) => i % step === 0 || i === rows.length - 1);
}
