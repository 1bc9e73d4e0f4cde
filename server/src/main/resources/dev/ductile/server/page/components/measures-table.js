// Figures of two futures or of two policies, with the interval of the difference.

import { duration } from "../drawings/format.js";
import { h } from "../dom.js";
import { Table } from "./table.js";

/** A value with its unit; seconds as people read them. */
export function measure(value, unit) {
  if (unit === "s" || unit === "seconds") {
    return duration(value);
  }
  const number = `${Number(value.toPrecision(4)) || 0}`;
  return unit === "" ? number : `${number} ${unit}`;
}

function signed(value, unit) {
  return (value > 0 ? "+" : "") + measure(value, unit);
}

export function measuresTable(items, before, after, nothing) {
  return new Table({
    caption: `${before} against ${after}`,
    items,
    nothing,
    columns: [
      { title: "Measure", kind: "word", cell: ({ name }) => name },
      { title: before, cell: ({ now, unit }) => measure(now, unit) },
      { title: after, cell: ({ asked, unit }) => measure(asked, unit) },
      { title: "Difference", kind: "wrap", cell: difference },
    ],
  }).root;
}

function difference({ difference: mean, low, high, unit, isClear }) {
  if (mean === 0 && low === 0 && high === 0) {
    return "equal";
  }
  const interval = `${signed(low, unit)} to ${signed(high, unit)}`;
  return [
    signed(mean, unit),
    h("small", {}, isClear ? interval : `${interval}: no clear difference`),
  ];
}
