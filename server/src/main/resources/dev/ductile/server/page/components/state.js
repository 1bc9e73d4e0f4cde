// The state of a job as a word with a colour, and its flags.

import { h } from "../dom.js";

/** The state and the flags of a job. */
export function state(job) {
  return h("span", { class: "states" }, chip(job.state), ...job.flags.map((flag) => chip(flag)));
}

export function chip(text) {
  return h("span", { class: "chip", "data-state": text }, text);
}

/** The steps of a command that reports none. */
const ENDLESS = 1e12;

/** Whether a job reports no steps, so that its progress is unknown. */
export function isEndless({ totalSteps }) {
  return totalSteps >= ENDLESS;
}

/** The progress of a job as a bar and a percentage. */
export function progress(job) {
  if (isEndless(job)) {
    return job.state === "succeeded" ? "done" : "-";
  }
  const share = job.totalSteps > 0 ? Math.min(1, job.steps / job.totalSteps) : 0;
  const text = `${Math.floor(share * 100)}%`;
  return h(
    "span",
    { class: "progress" },
    h("progress", { max: 1, value: share, "aria-label": `Progress of ${job.id}` }),
    text,
  );
}
