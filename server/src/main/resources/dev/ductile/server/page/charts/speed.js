// Speed against workers: the prediction with its interval, the measurements, and the present size.

import { sizeText } from "../components/amounts.js";
import { ink } from "../drawings/theme.js";
import { colour } from "./palette.js";
import { plot } from "./plot.js";

const perSecond = (value) => `${Number(value.toPrecision(3))}`;

export function speedChart(curve, signal) {
  const { points, now } = curve;
  const at = points.find((point) => same(point.size, now));
  const measured = points.filter((point) => point.measured !== undefined);
  return plot({
    title: "Speed against workers",
    note: note(curve),
    says: says(at, points),
    signal,
    settings: () => settings(points, measured, at, isRecorded(curve)),
    figures: {
      headings: ["Size", "Predicted steps/s", "Low", "High", "Measured"],
      rows: points.map((point) => [
        sizeText(point.size) + (point === at ? " (now)" : ""),
        ...["predicted", "low", "high"].map((key) => (point.predicted > 0 ? perSecond(point[key]) : "-")),
        point.measured === undefined ? "-" : perSecond(point.measured),
      ]),
    },
  });
}

// A job that is over has the predictions of different times, which are no line.
function isRecorded(curve) {
  return curve.model === "recorded";
}

function note(curve) {
  return isRecorded(curve)
    ? "Large dots: measured; small dots: predicted when the job got the size."
    : `Line: predicted; band: its interval; dots: measured. Model: ${curve.model}.`;
}

function speed(point) {
  return point.predicted > 0 ? point.predicted : (point.measured ?? 0);
}

function says(at, points) {
  const best = points.reduce((a, b) => (speed(b) > speed(a) ? b : a));
  const fastest = `Fastest: ${perSecond(speed(best))} steps/s with ${sizeText(best.size)}.`;
  return at ? `Now: ${perSecond(speed(at))} steps/s with ${sizeText(at.size)}. ${fastest}` : fastest;
}

function settings(points, measured, at, recorded) {
  const x = (point) => point.size.workers;
  const edge = { pointRadius: 0, borderWidth: 0, backgroundColor: `${colour(0)}30`, isEdge: true };
  const predicted = points.filter((point) => point.predicted > 0);
  const line = (key) => predicted.map((point) => ({ x: x(point), y: point[key] }));
  return {
    type: "line",
    data: {
      datasets: [
        {
          label: "measured",
          data: measured.map((point) => ({ x: x(point), y: point.measured })),
          showLine: false,
          pointRadius: 5,
          backgroundColor: colour(1),
          borderColor: ink("card"),
        },
        ...(at ? [presentSize(at)] : []),
        {
          label: "predicted",
          data: line("predicted"),
          borderColor: colour(0),
          backgroundColor: colour(0),
          borderWidth: 2,
          showLine: !recorded,
          pointRadius: recorded ? 3 : points.length > 24 ? 0 : 2,
        },
        { ...edge, label: "low", data: line("low"), fill: "+1" },
        { ...edge, label: "high", data: line("high"), fill: false },
      ],
    },
    options: {
      scales: {
        x: {
          type: "linear",
          title: { display: true, text: "workers" },
          ticks: { precision: 0 },
          suggestedMin: 0,
        },
        y: { beginAtZero: true, title: { display: true, text: "steps/s" } },
      },
      plugins: {
        tooltip: {
          filter: (item) => !item.dataset.isEdge,
          callbacks: {
            title: (items) => (items.length === 0 ? "" : `${items[0].parsed.x} workers`),
            label: (item) => `${item.dataset.label}: ${perSecond(item.parsed.y)} steps/s`,
          },
        },
      },
    },
  };
}

function presentSize(at) {
  return {
    label: "now",
    data: [{ x: at.size.workers, y: speed(at) }],
    showLine: false,
    pointStyle: "circle",
    pointRadius: 9,
    borderWidth: 3,
    borderColor: ink("ink"),
    backgroundColor: "transparent",
  };
}

function same(a, b) {
  return a.workers === b.workers && a.servers === b.servers;
}
