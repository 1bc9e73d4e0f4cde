// The answer to why a job waits or has its size: all blockers, the forecast, the sizes around, and advice.

import { h } from "../dom.js";
import { amounts, sizeText } from "./amounts.js";
import { jobLink } from "./jobs-table.js";
import { Table } from "./table.js";
import { range } from "./time.js";

const SHOWN_JOBS = 8;

export function whyParts(why) {
  return [
    h("p", { class: "lead" }, why.sentence),
    ...place(why),
    ...blockers(why.blockers),
    ...forecast(why.forecast),
    ...advice(why.advice),
    ...sizes(why.sizes),
  ];
}

function place({ position, waiting }) {
  return position === undefined
    ? []
    : [h("p", {}, "Position ", h("b", {}, `${position}`), ` of ${waiting} in its queue.`)];
}

function blockers(all) {
  if (all.length === 0) {
    return [];
  }
  const items = all.map((blocker) =>
    h(
      "li",
      {},
      h("b", {}, `${blocker.kind}: `),
      blocker.sentence,
      ...need(blocker),
      ...holders(blocker.jobs),
    ),
  );
  return [h("h3", {}, "It waits for"), h("ul", { class: "blockers" }, ...items)];
}

function need({ needs, free }) {
  if (Object.keys(needs).length === 0 || Object.keys(free).length === 0) {
    return [];
  }
  return [h("p", { class: "note" }, `Needs ${amounts(needs)}; free: ${amounts(free)}.`)];
}

function holders(jobs) {
  if (jobs.length === 0) {
    return [];
  }
  const shown = jobs.slice(0, SHOWN_JOBS).flatMap((job) => [" ", jobLink(job)]);
  const rest = jobs.length > SHOWN_JOBS ? ` and ${jobs.length - SHOWN_JOBS} more` : "";
  return [h("p", { class: "note" }, "Jobs:", ...shown, rest)];
}

/** When a job starts, grows and ends. */
export function forecast(answer) {
  if (answer === undefined) {
    return [];
  }
  const growth = answer.sizes.map(({ from, size }) =>
    h("li", {}, `${sizeText(size)}: `, range(from)),
  );
  return [
    h("h3", {}, "Forecast"),
    h("p", {}, answer.sentence),
    h(
      "ul",
      { class: "forecast" },
      ...(answer.start ? [h("li", {}, "Start: ", range(answer.start))] : []),
      ...growth,
      h("li", {}, "End: ", range(answer.end)),
    ),
    h(
      "p",
      { class: "note" },
      `${answer.simulations} simulations from the present state; an interval holds 80 % of them.`,
      answer.isCut ? " They ended before the job did." : "",
    ),
  ];
}

function advice(sentences) {
  return sentences.length === 0
    ? []
    : [h("h3", {}, "What would help"), h("ul", {}, ...sentences.map((one) => h("li", {}, one)))];
}

function sizes(choices) {
  if (choices.length === 0) {
    return [];
  }
  const table = new Table({
    caption: "The sizes around",
    items: choices,
    columns: [
      { title: "Size", cell: ({ size, isNow }) => sizeText(size) + (isNow ? " (now)" : "") },
      { title: "Steps/s", cell: ({ stepsPerSecond }) => `${Number(stepsPerSecond.toPrecision(3))}` },
      { title: "Effect", kind: "word wrap", cell: ({ sentence }) => sentence },
    ],
  });
  return [h("h3", {}, "The sizes around"), table.root];
}
