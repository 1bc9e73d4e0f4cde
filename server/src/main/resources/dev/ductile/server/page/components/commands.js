// The buttons that change a job: hold, resume, scale, change and cancel.

import { get, send } from "../api.js";
import { button, h } from "../dom.js";
import { mayChange } from "../store.js";
import { ask } from "./ask.js";

const ENDED = ["succeeded", "failed", "cancelled"];

/** The commands that the user may give to a job in its present state. */
export function commands({ job, fixed }) {
  if (ENDED.includes(job.state) || !mayChange(job)) {
    return h("div", { class: "actions" });
  }
  const isHeld = job.flags.includes("held");
  return h(
    "div",
    { class: "actions" },
    isHeld ? button("Resume", () => resume(job)) : button("Hold", () => hold(job)),
    button("Scale", () => scale(job)),
    ...(fixed ? [button("Let the policy choose", () => unscale(job))] : []),
    button("Change", () => change(job)),
    button("Cancel", () => cancel(job), { class: "danger" }),
  );
}

const path = (job, verb = "") => `jobs/${encodeURIComponent(job.id)}${verb}`;
const why = { name: "why", label: "Reason (optional)", maxlength: 200 };

function hold(job) {
  ask({
    title: `Hold ${job.id}?`,
    text: "It gives up its resources at its last checkpoint and waits until somebody resumes it.",
    fields: [why],
    verb: "Hold",
    task: (values) => send("POST", path(job, "/hold"), { why: values.why }),
    done: `${job.id} is held.`,
  });
}

function resume(job) {
  ask({
    title: `Resume ${job.id}?`,
    text: "It may get resources again at the next decision.",
    verb: "Resume",
    task: () => send("POST", path(job, "/resume")),
    done: `${job.id} is resumed.`,
  });
}

function scale(job) {
  const { least, most, size } = job;
  const hasServers = most.servers > 0;
  const field = (name, label, role) => ({
    name,
    label,
    type: "number",
    min: least[role],
    max: most[role],
    value: Math.max(size[role], least[role]),
    required: true,
  });
  ask({
    title: `Scale ${job.id}`,
    text: `Fixes its size between ${least.workers} and ${most.workers} workers, until you let the policy choose again.`,
    fields: [
      field("workers", "Workers", "workers"),
      ...(hasServers ? [field("servers", "Servers", "servers")] : []),
      why,
    ],
    verb: "Scale",
    task: (values) =>
      send("POST", path(job, "/scale"), {
        workers: Number(values.workers),
        servers: Number(values.servers ?? 0),
        why: values.why,
      }),
    done: `${job.id} will get this size.`,
  });
}

function unscale(job) {
  ask({
    title: `Let the policy choose the size of ${job.id}?`,
    text: "Its size is no longer fixed.",
    verb: "Let it choose",
    task: () => send("POST", path(job, "/unscale")),
    done: `The policy chooses the size of ${job.id}.`,
  });
}

async function change(job) {
  const { items } = await get("queues").catch(() => ({ items: [] }));
  const queues = new Set([job.queue, ...items.map(({ name }) => name)]);
  ask({
    title: `Change ${job.id}`,
    text: "The policy respects a new range of workers at its next decision. A higher priority comes first, where the policy looks at priorities.",
    fields: [
      number("priority", "Priority", job.priority),
      { name: "queue", label: "Queue", value: job.queue, options: [...queues] },
      number("least", "Fewest workers", job.least.workers, 1),
      number("most", "Most workers", job.most.workers, 1),
    ],
    verb: "Change",
    task: (values) => send("PATCH", path(job), amendment(job, values)),
    done: `${job.id} is changed.`,
  });
}

function number(name, label, value, min = undefined) {
  return { name, label, type: "number", value, min, required: true };
}

/** Only what differs: who may not move a job to another queue may still change its priority. */
function amendment(job, { priority, queue, least, most }) {
  const range = (before, workers) =>
    Number(workers) === before.workers ? undefined : { ...before, workers: Number(workers) };
  return {
    priority: Number(priority) === job.priority ? undefined : Number(priority),
    queue: queue === job.queue ? undefined : queue,
    least: range(job.least, least),
    most: range(job.most, most),
  };
}

function cancel(job) {
  ask({
    title: `Cancel ${job.id}?`,
    text: "Its tasks end and it does not start again. Its logs and checkpoints stay.",
    fields: [why],
    verb: "Cancel the job",
    isDangerous: true,
    task: (values) => send("POST", path(job, "/cancel"), { why: values.why }),
    done: `${job.id} is cancelled.`,
  });
}
