// Brings the page to life: the choices of load, policies and baseline, and all that follows them.

import { Charts } from "./charts.js";
import { element } from "./format.js";
import { Gantt } from "./gantt.js";
import { Jobs } from "./jobs.js";
import { differences, sortable } from "./tables.js";
import { look, onThemeChange } from "./theme.js";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const shown = new Set(data.policies.keys());
const charts = new Charts(data);
const drawCharts = () =>
  charts.draw(
    load(),
    [...shown].sort((a, b) => a - b),
  );
const redraws = [colourKey, drawCharts];

function load() {
  return Number(byId("load").value || 0);
}

function redraw() {
  redraws.forEach((one) => one());
}

function option(text, value) {
  return element("option", { value }, text);
}

/** One key for all charts: which policy has which line, and whether it is shown. */
function key() {
  const items = data.policies.map((policy, i) => {
    const box = element("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      box.checked ? shown.add(i) : shown.delete(i);
      drawCharts();
    });
    return element("label", {}, box, swatch(i), policy);
  });
  byId("key").append(...items);
  byId("bar").hidden = false;
}

function colourKey() {
  document.querySelectorAll("#key line").forEach((line, i) => {
    line.setAttribute("stroke", look(data.palette, i).colour);
  });
}

function swatch(index) {
  const { dash } = look(data.palette, index);
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  const attributes = {
    x1: 0,
    y1: 6,
    x2: 26,
    y2: 6,
    "stroke-width": 3,
    "stroke-dasharray": dash.join(" "),
  };
  Object.entries(attributes).forEach(([name, value]) => line.setAttribute(name, value));
  made.setAttribute("viewBox", "0 0 26 12");
  made.setAttribute("aria-hidden", "true");
  made.append(line);
  return made;
}

function loads() {
  byId("load").append(...data.loads.map((at, i) => option(at.load, i)));
  byId("load-choice").hidden = data.loads.length < 2;
  byId("load").addEventListener("change", () => {
    showLoad();
    redraw();
  });
}

function showLoad() {
  for (const part of document.querySelectorAll(".load")) {
    part.hidden = Number(part.dataset.load) !== load();
  }
}

function baselines() {
  if (data.policies.length < 2) {
    return;
  }
  byId("baseline").append(...data.policies.map(option));
  byId("baseline-choice").hidden = data.policies.length < 3;
  byId("baseline").addEventListener("change", () => {
    document.querySelectorAll("#differences .load").forEach((part, i) => {
      part.replaceChildren(differences(data, i, Number(byId("baseline").value)));
    });
  });
}

/** A choice of the policy that a part of the page is about. */
function chosenPolicy(before, changed) {
  const choice = element("select", {}, ...data.policies.map(option));
  choice.addEventListener("change", changed);
  before.before(element("p", {}, element("label", {}, "Policy ", choice)));
  return () => data.loads[load()].policies[Number(choice.value)];
}

function allocations() {
  if (data.policies.length === 0) {
    return;
  }
  document.querySelectorAll(".scripted").forEach((part) => (part.hidden = false));
  const gantt = new Gantt(
    byId("gantt"),
    data.palette,
    "Gantt chart of allocations: one row for each job, one bar for each stretch at one size. The table of jobs below has the figures.",
    "Drag to move, Ctrl + wheel or + and - to zoom.",
  );
  const ofGantt = chosenPolicy(byId("gantt"), () => drawGantt());
  const drawGantt = () => {
    const drawn = ofGantt().gantt;
    if (drawn) {
      gantt.set(drawn, end(drawn));
    }
  };
  const jobs = new Jobs(byId("jobs"));
  const ofJobs = chosenPolicy(byId("jobs"), () => drawJobs());
  const drawJobs = () => jobs.set(ofJobs().jobs ?? { all: 0, rows: [] });
  redraws.push(drawGantt, drawJobs);
}

/** Live and simulated side by side, over the same stretch of time. */
function twins() {
  if (!data.live) {
    return;
  }
  const longest = Math.max(end(data.live), end(data.simulated));
  const live = new Gantt(byId("gantt-live"), data.palette, "Gantt chart of the live run", "");
  const simulated = new Gantt(
    byId("gantt-simulated"),
    data.palette,
    "Gantt chart of the simulated run",
    "",
  );
  redraws.push(() => {
    live.set(data.live, longest);
    simulated.set(data.simulated, longest);
  });
  live.followers.push(simulated);
  simulated.followers.push(live);
}

/** When the last bar ends. */
function end({ bars }) {
  let last = 0;
  for (let i = 2; i < bars.length; i += 6) {
    last = Math.max(last, bars[i]);
  }
  return last || 1;
}

function copying() {
  if (!navigator.clipboard) {
    return;
  }
  byId("copy").hidden = false;
  byId("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(byId("command").textContent);
    byId("copy").textContent = "Copied";
  });
}

key();
loads();
showLoad();
baselines();
allocations();
twins();
copying();
document.querySelectorAll("main table").forEach((table) => {
  if (table.closest(".load, #fidelity")) {
    sortable(table);
  }
});
redraw();
onThemeChange(redraw);
