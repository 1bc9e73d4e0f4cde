// The buttons that change a job: hold, resume, scale, priority and cancel.

import { send } from "../api.js";
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
    button("Priority", () => priority(job)),
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

function priority(job) {
  ask({
    title: `Priority of ${job.id}`,
    text: "A job with a higher priority comes first, where the policy looks at priorities.",
    fields: [{ name: "priority", label: "Priority", type: "number", value: job.priority, required: true }],
    verb: "Change",
    task: (values) => send("PATCH", path(job), { priority: Number(values.priority) }),
    done: `The priority of ${job.id} is changed.`,
  });
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
