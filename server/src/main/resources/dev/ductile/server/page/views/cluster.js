// The cluster now: is it healthy, is it full, is it fair.

import { get } from "../api.js";
import { meter } from "../charts/meter.js";
import { queuesTable } from "../components/queues-table.js";
import { decisionsTable } from "../components/decisions-table.js";
import { jobsTable } from "../components/jobs-table.js";
import { alerts } from "../components/notice.js";
import { elapsed, when } from "../components/time.js";
import { count } from "../drawings/format.js";
import { card, facts, h } from "../dom.js";
import { address } from "../router.js";
import { gently, on, onNews } from "../store.js";

const ROWS = 8;
const REFRESH_MILLISECONDS = 2000;

export async function open({ signal }) {
  const lists = await load(signal);
  const top = h("div");
  const queues = queuesTable([]);
  const showCluster = (cluster) => {
    top.replaceChildren(...overview(cluster));
    queues.show(cluster.queues);
  };
  showCluster(lists.cluster);
  const tables = {
    running: running(lists.running.items),
    pending: pending(lists.pending.items),
    decisions: decisions(lists.decisions.items),
  };
  const refresh = gently(REFRESH_MILLISECONDS, signal, async () => {
    const fresh = await load(signal);
    showCluster(fresh.cluster);
    Object.entries(tables).forEach(([name, table]) => table.show(fresh[name].items));
  });
  on("cluster", signal, showCluster);
  onNews(["job", "decision"], signal, refresh);
  return [
    h("h1", {}, "Cluster"),
    top,
    h(
      "div",
      { class: "columns" },
      card("Running", tables.running.root, more("running")),
      card("Waiting", tables.pending.root, more("pending")),
    ),
    card("Queues", queues.root),
    card("Last decisions", tables.decisions.root),
  ];
}

async function load(signal) {
  const [cluster, runningJobs, pendingJobs, recent] = await Promise.all([
    get("cluster", {}, signal),
    get("jobs", { state: "running,starting", limit: ROWS }, signal),
    get("jobs", { state: "pending", limit: ROWS }, signal),
    get("decisions", { limit: ROWS, changed: true }, signal),
  ]);
  return { cluster, running: runningJobs, pending: pendingJobs, decisions: recent };
}

function overview(cluster) {
  const jobs = (state) => count(cluster.jobs[state] ?? 0);
  const numbers = [
    ["Running", jobs("running"), address(["jobs"], { state: "running" })],
    ["Waiting", jobs("pending"), address(["queues"])],
    ["Nodes", count(cluster.nodes), address(["nodes"]), away(cluster)],
  ];
  return [
    alerts(cluster.alerts),
    h("div", { class: "numbers" }, ...numbers.map(number)),
    h(
      "section",
      { "aria-label": "Resources" },
      h("div", { class: "meters" }, ...cluster.resources.map(meter)),
      facts([
        ["Policy", h("a", { href: address(["policies"]) }, cluster.policy)],
        ["Decisions", count(cluster.decisions)],
        ["Last decision", last(cluster.lastDecision)],
        ["Version", cluster.version],
      ]),
    ),
  ];
}

function away({ nodesDown, nodesDrained }) {
  const parts = [
    nodesDown > 0 ? `${nodesDown} down` : "",
    nodesDrained > 0 ? `${nodesDrained} drained` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

function number([title, value, to, more = ""]) {
  return h(
    "a",
    { class: "number", href: to },
    h("span", {}, title),
    h("b", {}, value),
    h("small", {}, more),
  );
}

function last(decision) {
  return decision === undefined
    ? "none yet"
    : [when(decision.at), ` in ${elapsed(decision.milliseconds)}`];
}

function running(items) {
  return jobsTable({
    caption: "Running jobs",
    columns: ["job", "size", "progress", "left", "owner"],
    items,
    nothing: "No job runs. Submit one, or look below for the reason why jobs wait.",
  });
}

function pending(items) {
  return jobsTable({
    caption: "Waiting jobs",
    columns: ["job", "waiting", "reason"],
    items,
    nothing: "No job waits.",
  });
}

function decisions(items) {
  return decisionsTable({ items, nothing: "No decision yet. The first job leads to one." });
}

function more(state) {
  return h("p", { class: "note" }, h("a", { href: address(["jobs"], { state }) }, `All ${state} jobs`));
}
