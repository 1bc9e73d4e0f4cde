// The state of a job as a word with a colour, and its flags.

import { h } from "../dom.js";

/** The state and the flags of a job. */
export function state(job) {
  return h("span", { class: "states" }, chip(job.state), ...job.flags.map((flag) => chip(flag)));
}

export function chip(text) {
  return h("span", { class: "chip", "data-state": text }, text);
}

/** The progress of a job as a bar and a percentage. */
export function progress(job) {
  if (job.totalSteps === undefined) {
    return job.state === "succeeded" ? "done" : "unknown";
  }
  const share = Math.min(1, job.steps / job.totalSteps);
  const text = `${Math.floor(share * 100)}%`;
  return h(
    "span",
    { class: "progress" },
    h("progress", { max: 1, value: share, "aria-label": `Progress of ${job.id}` }),
    text,
  );
}
