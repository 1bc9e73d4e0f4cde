// Axes whose numbers are round for people: times in minutes, hours and days, shares in percent.

import { DAY, HOUR, MINUTE, duration } from "./format.js";

const times = (unit, ...numbers) => numbers.map((number) => number * unit);

const STEPS = [
  ...[0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 15, 30],
  ...times(MINUTE, 1, 2, 5, 10, 15, 30),
  ...times(HOUR, 1, 2, 3, 6, 12),
  ...times(DAY, 1, 2, 5, 10, 20, 50, 100, 365, 1000, 5000, 10_000),
];

const ROUND = [
  ...[0.001, 0.01, 0.1, 1, 3, 10, 30],
  ...times(MINUTE, 1, 3, 10, 30),
  ...times(HOUR, 1, 3, 10),
  ...times(DAY, 1, 3, 10, 30, 100, 300, 1000, 3000),
];
const MOST_ROUND = 9;
const FEWEST_ROUND = 3;

/** Round times from one to another, at most so many. */
export function timeTicks(from, to, most) {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? STEPS.at(-1);
  const ticks = [];
  for (let i = Math.ceil(from / step); i * step <= to && ticks.length <= most; i++) {
    ticks.push(i * step);
  }
  return ticks;
}

/** Round times on an axis where each is some times the one before. */
function logTimeTicks(from, to) {
  const all = ROUND.filter((one) => one >= from && one <= to);
  if (all.length < FEWEST_ROUND) {
    return timeTicks(from, to, MOST_ROUND);
  }
  return all.length > MOST_ROUND ? all.filter((_, i) => i % 2 === 0) : all;
}

/** Settings that all charts share, with a chart's own. */
export function options(own) {
  return {
    animation: false,
    maintainAspectRatio: false,
    parsing: own.indexAxis === "y",
    interaction: {
      mode: own.indexAxis === "y" ? "index" : "nearest",
      axis: own.indexAxis === "y" ? "y" : "x",
      intersect: false,
    },
    ...own,
    plugins: { legend: { display: false }, ...own.plugins },
  };
}

export function timeAxis(longest, more = {}) {
  return {
    type: "linear",
    beginAtZero: true,
    afterBuildTicks: (axis) =>
      (axis.ticks = timeTicks(axis.min, axis.max, 7).map((value) => ({ value }))),
    ticks: { callback: duration, maxRotation: 0 },
    suggestedMax: longest,
    ...more,
  };
}

export function logTimeAxis(from, to) {
  return {
    type: "logarithmic",
    min: from,
    max: to,
    afterBuildTicks: (axis) => (axis.ticks = logTimeTicks(from, to).map((value) => ({ value }))),
    ticks: { callback: duration, maxRotation: 0 },
  };
}

export function shareAxis(highest) {
  return { min: 0, max: highest, ticks: { callback: (value) => `${Math.round(value * 100)}%` } };
}
