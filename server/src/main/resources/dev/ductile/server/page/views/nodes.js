// The nodes: what each has, how much of it is allocated, the jobs on it, and drains.

import { get, send } from "../api.js";
import { meter } from "../charts/meter.js";
import { ask } from "../components/ask.js";
import { jobLink } from "../components/jobs-table.js";
import { empty } from "../components/notice.js";
import { chip } from "../components/state.js";
import { count } from "../drawings/format.js";
import { button, h } from "../dom.js";
import { gently, may, onNews } from "../store.js";

const REFRESH_MILLISECONDS = 3000;
const SHOWN_JOBS = 6;
const PAGE = 60;

export async function open({ signal }) {
  const view = new NodesView(signal);
  await view.load();
  onNews(["job"], signal, gently(REFRESH_MILLISECONDS, signal, () => view.load()));
  return [
    h("h1", {}, "Nodes"),
    h("div", { class: "filters" }, h("label", {}, "Node, state, label or job", view.filter)),
    view.status,
    view.grid,
    view.more,
  ];
}

class NodesView {
  constructor(signal) {
    this.signal = signal;
    this.shown = PAGE;
    this.filter = h("input", { type: "search", oninput: () => this.draw() });
    this.status = h("p", { class: "note", role: "status" });
    this.grid = h("div", { class: "nodes" });
    this.more = button("Show more", () => {
      this.shown += PAGE;
      this.draw();
    });
  }

  async load() {
    this.nodes = (await get("nodes", {}, this.signal)).items;
    if (!this.grid.contains(document.activeElement)) {
      this.draw();
    }
  }

  draw() {
    const wanted = this.filter.value.trim().toLowerCase();
    const found = this.nodes.filter((node) => words(node).includes(wanted));
    const shown = found.slice(0, this.shown);
    this.grid.replaceChildren(...shown.map((node) => this.node(node)));
    this.more.hidden = shown.length === found.length;
    this.status.textContent = `${count(shown.length)} of ${count(this.nodes.length)} nodes`;
    if (found.length === 0) {
      this.grid.replaceChildren(empty("No node matches. Clear the filter."));
    }
  }

  node(node) {
    const meters = Object.entries(node.capacity).map(([name, total]) =>
      meter({
        name,
        total,
        allocated: node.allocated[name] ?? 0,
        used: node.used[name],
        drained: 0,
      }),
    );
    const labels = Object.entries(node.labels).map(([key, value]) => `${key}: ${value}`);
    return h(
      "section",
      { class: "node", "aria-label": `Node ${node.name}` },
      h("div", { class: "resource-head" }, h("h2", {}, node.name), chip(node.state)),
      ...(node.why === undefined ? [] : [h("p", { class: "note" }, node.why)]),
      ...meters,
      h("p", { class: "note" }, ...jobs(node)),
      ...(labels.length === 0 ? [] : [h("p", { class: "note" }, labels.join(", "))]),
      ...this.commands(node),
    );
  }

  commands({ name, state }) {
    if (!may("admin") || state === "down") {
      return [];
    }
    const label = { "aria-label": `${state === "drained" ? "Use again" : "Drain"} ${name}` };
    return state === "drained"
      ? [button("Use again", () => this.undrain(name), label)]
      : [button("Drain", () => this.drain(name), label)];
  }

  drain(name) {
    ask({
      title: `Drain ${name}?`,
      text: "Its jobs move elsewhere or wait at their last checkpoint; no task starts there.",
      fields: [{ name: "why", label: "Reason (optional)", maxlength: 200 }],
      verb: "Drain",
      task: async ({ why }) => {
        await send("POST", `nodes/${encodeURIComponent(name)}/drain`, { why });
        await this.load();
      },
      done: `${name} is drained.`,
    });
  }

  undrain(name) {
    ask({
      title: `Use ${name} again?`,
      text: "The policy may place tasks on it from the next decision on.",
      verb: "Use again",
      task: async () => {
        await send("POST", `nodes/${encodeURIComponent(name)}/undrain`);
        await this.load();
      },
      done: `${name} is used again.`,
    });
  }
}

function words({ name, state, labels, jobs: holders }) {
  const texts = [name, state, ...Object.entries(labels).flat(), ...holders.map(({ job }) => job)];
  return texts.join(" ").toLowerCase();
}

function jobs({ jobs: holders }) {
  if (holders.length === 0) {
    return ["No tasks."];
  }
  const shown = holders.slice(0, SHOWN_JOBS).flatMap(({ job }) => [jobLink(job), " "]);
  const rest = holders.length - SHOWN_JOBS;
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}
