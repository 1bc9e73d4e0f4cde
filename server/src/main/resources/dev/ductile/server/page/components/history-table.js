// The changes of a job: time, sizes, reason, cost, and the predicted gain against the real one.

import { duration } from "../drawings/format.js";
import { h } from "../dom.js";
import { isNone, size } from "./amounts.js";
import { Table } from "./table.js";
import { when } from "./time.js";

const speed = (value) => (value === undefined ? "-" : `${Number(value.toPrecision(3))}`);

export function historyTable(items) {
  return new Table({
    caption: "History",
    items,
    nothing: "No change yet.",
    columns: [
      { title: "Time", kind: "word", cell: (change) => when(change.at) },
      { title: "Event", kind: "word", cell: (change) => change.kind },
      { title: "Size", cell: sizes },
      { title: "Reason", kind: "word wrap", cell: (change) => change.reason?.sentence ?? change.message ?? "" },
      { title: "Nodes", kind: "word wrap", narrow: false, cell: nodes },
      {
        title: "Pause",
        narrow: false,
        cell: (change) => (change.pauseSeconds === undefined ? "-" : duration(change.pauseSeconds)),
      },
      { title: "Speed before", narrow: false, cell: (change) => speed(change.speedBefore) },
      { title: "Predicted", narrow: false, cell: (change) => speed(change.predictedSpeed) },
      { title: "Measured", narrow: false, cell: measured },
    ],
  });
}

function sizes({ from, to }) {
  if (isNone(from) && isNone(to)) {
    return "-";
  }
  if (from.workers === to.workers && from.servers === to.servers) {
    return size(to);
  }
  return `${size(from)} → ${size(to)}`;
}

function nodes(change) {
  const names = change.nodes.map((share) => share.node);
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

function measured({ measuredSpeed, predictedSpeed }) {
  if (measuredSpeed === undefined || !predictedSpeed) {
    return speed(measuredSpeed);
  }
  const error = (measuredSpeed / predictedSpeed - 1) * 100;
  return [speed(measuredSpeed), h("small", {}, `${error >= 0 ? "+" : "−"}${Math.abs(error).toFixed(0)} %`)];
}
