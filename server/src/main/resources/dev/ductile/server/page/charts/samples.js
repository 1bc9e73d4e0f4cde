// The measurements of a running job over time: loss, speed, and the parts of a step.

import { isNone } from "../components/amounts.js";
import { clockText } from "../components/time.js";
import { duration } from "../drawings/format.js";
import { colour } from "./palette.js";
import { clockAxis, clockTitle, plot, seconds, thinned } from "./plot.js";
import { rescaleMarks } from "./sizes.js";

const number = (value) => `${Number(value.toPrecision(4))}`;

export function lossChart(samples, changes, signal) {
  const known = samples.filter((sample) => sample.loss !== undefined);
  return over(known, changes, signal, {
    title: "Loss",
    note: "Dashed marks are rescales.",
    says: `From ${number(known[0].loss)} to ${number(known.at(-1).loss)} at step ${number(known.at(-1).step)}.`,
    lines: [{ label: "loss", value: (sample) => sample.loss, text: number }],
  });
}

export function speedOverTime(samples, changes, signal) {
  return over(samples, changes, signal, {
    title: "Speed over time",
    note: "Measured steps a second. Dashed marks are rescales.",
    says: `Now ${number(samples.at(-1).stepsPerSecond)} steps/s.`,
    lines: [
      {
        label: "steps/s",
        value: (sample) => sample.stepsPerSecond,
        text: (value) => `${number(value)} steps/s`,
      },
    ],
    beginAtZero: true,
  });
}

export function splitChart(samples, changes, signal) {
  const known = samples.filter((sample) => sample.computeSeconds !== undefined);
  const last = known.at(-1);
  return over(known, changes, signal, {
    title: "Time of one step",
    note: "Computation below, synchronisation above. Dashed marks are rescales.",
    says: `Now ${duration(last.computeSeconds)} computation and ${duration(last.syncSeconds ?? 0)} synchronisation.`,
    lines: [
      { label: "computation", value: (sample) => sample.computeSeconds, text: duration },
      { label: "synchronisation", value: (sample) => sample.syncSeconds ?? 0, text: duration },
    ],
    isStacked: true,
    beginAtZero: true,
  });
}

function over(samples, changes, signal, about) {
  return plot({
    ...about,
    signal,
    settings: () => settings(samples, changes, about),
    figures: {
      headings: ["Time", "Step", ...about.lines.map((line) => line.label)],
      rows: thinned(samples).map((sample) => [
        clockText(sample.at, true),
        number(sample.step),
        ...about.lines.map((line) => line.text(line.value(sample))),
      ]),
    },
  });
}

function settings(samples, changes, { lines, isStacked = false, beginAtZero = false }) {
  return {
    type: "line",
    data: { datasets: lines.map((line, i) => dataset(broken(samples, changes), line, i, isStacked)) },
    plugins: [rescaleMarks(changes)],
    options: {
      scales: {
        x: clockAxis(seconds(samples[0].at), seconds(samples.at(-1).at)),
        y: {
          beginAtZero,
          stacked: isStacked,
          ticks: isStacked ? { callback: (value) => duration(value) } : {},
        },
      },
      plugins: {
        legend: { display: lines.length > 1 },
        tooltip: {
          mode: "index",
          callbacks: {
            title: clockTitle,
            label: (item) => `${item.dataset.label}: ${lines[item.datasetIndex].text(item.raw.y)}`,
          },
        },
      },
    },
  };
}

/** The samples with a gap at each time when the job had no tasks; no line goes over a gap. */
export function broken(samples, changes) {
  const stops = changes.filter(({ from, to }) => !isNone(from) && isNone(to)).map(({ at }) => ({ at }));
  return [...samples, ...stops].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function dataset(samples, { label, value }, index, isStacked) {
  return {
    label,
    data: samples.map((sample) => ({
      x: seconds(sample.at),
      y: sample.step === undefined ? null : value(sample),
    })),
    pointRadius: samples.length === 1 ? 3 : 0,
    borderWidth: 2,
    borderColor: colour(index),
    backgroundColor: `${colour(index)}${isStacked ? "60" : "30"}`,
    fill: isStacked ? (index === 0 ? "origin" : "-1") : false,
  };
}
