// Workers and servers over time, with a mark at each rescale.

import { counted, sizeText } from "../components/amounts.js";
import { clockText } from "../components/time.js";
import { duration } from "../drawings/format.js";
import { ink } from "../drawings/theme.js";
import { colour } from "./palette.js";
import { clockAxis, clockTitle, plot, seconds } from "./plot.js";

/** The changes of a job that changed its tasks, oldest first. */
export function rescales(changes) {
  return changes
    .filter(({ from, to }) => from.workers !== to.workers || from.servers !== to.servers)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Vertical lines at the rescales of a job, on any chart over time. */
export function rescaleMarks(changes) {
  const times = rescales(changes).map((change) => seconds(change.at));
  return {
    id: "rescaleMarks",
    afterDatasetsDraw({ ctx, chartArea, scales }) {
      ctx.save();
      ctx.strokeStyle = ink("soft");
      ctx.setLineDash([3, 4]);
      ctx.globalAlpha = 0.6;
      for (const time of times) {
        const x = scales.x.getPixelForValue(time);
        if (x >= chartArea.left && x <= chartArea.right) {
          ctx.beginPath();
          ctx.moveTo(x, chartArea.top);
          ctx.lineTo(x, chartArea.bottom);
          ctx.stroke();
        }
      }
      ctx.restore();
    },
  };
}

export function sizeChart(changes, end, signal) {
  const steps = rescales(changes);
  const from = seconds(changes.at(-1)?.at ?? steps[0].at);
  return plot({
    title: "Workers over time",
    note: "Each dashed mark is a rescale; the table has its reason.",
    says: `${counted(steps.length, "rescale")}; the last gave ${sizeText(steps.at(-1).to)}.`,
    signal,
    settings: () => settings(steps, Math.min(from, seconds(steps[0].at)), end, changes),
    figures: {
      headings: ["Time", "From", "To", "Pause"],
      rows: steps.map((step) => [
        clockText(step.at, true),
        sizeText(step.from),
        sizeText(step.to),
        step.pauseSeconds === undefined ? "-" : duration(step.pauseSeconds),
      ]),
    },
  });
}

function settings(steps, from, end, changes) {
  const line = (role) => [
    { x: from, y: steps[0].from[role] },
    ...steps.map((step) => ({ x: seconds(step.at), y: step.to[role] })),
    { x: end, y: steps.at(-1).to[role] },
  ];
  const dataset = (role, index) => ({
    label: role,
    data: line(role),
    stepped: true,
    pointRadius: 0,
    borderWidth: 2,
    borderColor: colour(index),
    backgroundColor: `${colour(index)}30`,
    fill: role === "workers" ? "origin" : false,
  });
  const hasServers = steps.some((step) => step.to.servers > 0);
  return {
    type: "line",
    data: { datasets: [dataset("workers", 0), ...(hasServers ? [dataset("servers", 1)] : [])] },
    plugins: [rescaleMarks(changes)],
    options: {
      scales: { x: clockAxis(from, end), y: { beginAtZero: true, ticks: { precision: 0 } } },
      plugins: {
        legend: { display: hasServers },
        tooltip: {
          callbacks: {
            title: clockTitle,
            label: (item) => `${item.parsed.y} ${item.dataset.label}`,
          },
        },
      },
    },
  };
}
