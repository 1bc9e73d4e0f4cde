// What all views share: the identity of the user, and the news of the server.

const listeners = new Map();
const latest = new Map();

/** Publishes a value of a topic: cluster, job, decision, live, theme or identity. */
export function publish(topic, value) {
  latest.set(topic, value);
  listeners.get(topic)?.forEach((listener) => listener(value));
}

/** Calls back on each value of a topic until the signal ends. */
export function on(topic, signal, listener) {
  if (!listeners.has(topic)) {
    listeners.set(topic, new Set());
  }
  listeners.get(topic).add(listener);
  signal?.addEventListener("abort", () => listeners.get(topic).delete(listener));
}

/** Calls back on news of some topics, and when the stream is open again after a break. */
export function onNews(topics, signal, refresh) {
  topics.forEach((topic) => on(topic, signal, refresh));
  on("live", signal, (isLive) => isLive && refresh());
}

export function last(topic) {
  return latest.get(topic);
}

export function forget() {
  latest.clear();
}

const RANKS = ["viewer", "user", "queue-admin", "admin"];

/** Whether the user has at least this role. The server decides again on each request. */
export function may(role) {
  return RANKS.indexOf(last("identity")?.role ?? "viewer") >= RANKS.indexOf(role);
}

/** Whether the user may change this job. */
export function mayChange(job) {
  const identity = last("identity");
  return (
    may("admin") ||
    (may("user") && identity.user === job.owner) ||
    (may("queue-admin") && identity.queues.includes(job.queue))
  );
}

/** Runs a task once for a burst of events, and never twice at a time. */
export function gently(milliseconds, signal, task) {
  let timer;
  let isBusy = false;
  let isDue = false;
  const run = async () => {
    timer = undefined;
    isBusy = true;
    isDue = false;
    await task().catch(() => undefined);
    isBusy = false;
    if (isDue) {
      call();
    }
  };
  const call = () => {
    isDue = true;
    if (!timer && !isBusy && !signal.aborted) {
      timer = setTimeout(run, milliseconds);
    }
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  return call;
}
