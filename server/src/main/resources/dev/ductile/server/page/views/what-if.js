// What if: another policy, more nodes, a lost node or one more job, from the present state on.

import { get, send } from "../api.js";
import { jobLink } from "../components/jobs-table.js";
import { measuresTable } from "../components/measures-table.js";
import { empty, mistakes } from "../components/notice.js";
import { Table } from "../components/table.js";
import { range } from "../components/time.js";
import { announce, card, h } from "../dom.js";

const SHOWN_JOBS = 200;
/** The titles of the pictures by their names. */
const TITLES = {
  completion: "Ended jobs over time",
  utilisation: "Devices in use",
  queue: "Waiting jobs",
  "gantt as it is": "Jobs as it is",
  "gantt as asked": "Jobs as asked",
};

export async function open({ query, signal }) {
  const [policies, nodes] = await Promise.all([
    get("policies", {}, signal),
    get("nodes", {}, signal),
  ]);
  const answer = h("div", {}, empty("Ask a question above. The answer takes some seconds."));
  const ask = async (event) => {
    event.preventDefault();
    await answerTo(event.target, answer);
  };
  return [
    h("h1", {}, "What if"),
    h(
      "section",
      { "aria-label": "Question" },
      h("p", { class: "lead" }, "The simulator runs the present jobs forward, as it is and as you ask."),
      form(policies.items, nodes.items, query, ask),
    ),
    answer,
  ];
}

function form(policies, nodes, query, onsubmit) {
  const resources = Object.entries(nodes[0]?.capacity ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
  const policy = h("input", { name: "policy", list: "policies", value: query.policy ?? "" });
  const file = h("textarea", { name: "job", rows: 5, spellcheck: "false" });
  return h(
    "form",
    { onsubmit },
    h(
      "div",
      { class: "filters" },
      labelled("Another policy", policy),
      labelled("More nodes", h("input", { name: "count", type: "number", min: 0, max: 10_000 })),
      labelled("Resources of each", h("input", { name: "resources", value: resources })),
      labelled("Lost nodes", h("input", { name: "removeNodes", list: "nodes", placeholder: "a, b" })),
      labelled("Simulations", h("input", { name: "simulations", type: "number", min: 1, max: 200 })),
    ),
    h("datalist", { id: "policies" }, ...policies.map(({ name }) => h("option", { value: name }))),
    h("datalist", { id: "nodes" }, ...nodes.map(({ name }) => h("option", { value: name }))),
    h("label", { class: "field" }, "One more job (a job file)", file),
    h("button", { type: "submit", class: "primary" }, "Ask"),
  );
}

function labelled(text, control) {
  return h("label", {}, text, control);
}

/** The question of the fields; throws if the resources cannot be read. */
export function question(values) {
  const count = Number(values.count || 0);
  const filled = (text) => (text.trim() === "" ? undefined : text.trim());
  return {
    policy: filled(values.policy),
    addNodes: count > 0 ? [{ count, resources: amountsOf(values.resources), labels: {} }] : [],
    removeNodes: values.removeNodes.split(",").map((name) => name.trim()).filter(Boolean),
    job: filled(values.job),
    simulations: values.simulations === "" ? undefined : Number(values.simulations),
  };
}

function amountsOf(text) {
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [name, value] = part.split(":").map((one) => one.trim());
      if (!name || !(Number(value) >= 0)) {
        throw new Error(`"${part.trim()}" is no resource. Write for example: gpu: 8, cpu: 64`);
      }
      return [name, Number(value)];
    }),
  );
}

async function answerTo(asked, answer) {
  const go = asked.querySelector("button");
  go.disabled = true;
  answer.replaceChildren(h("p", { class: "note", role: "status" }, "Simulating…"));
  try {
    const found = await send("POST", "what-if", question(Object.fromEntries(new FormData(asked))));
    answer.replaceChildren(...shown(found));
    announce(`Answer: ${found.question}`);
  } catch (error) {
    answer.replaceChildren(
      h("section", { class: "concerns", role: "alert" }, h("p", {}, error.message), ...mistakes(error)),
    );
  }
  go.disabled = false;
}

function shown(answer) {
  const cut = answer.isCut ? " The simulations ended before all jobs did." : "";
  return [
    card(
      `Answer: ${answer.question}`,
      h("p", { class: "note" }, `${answer.simulations} simulations of each future.${cut}`),
      measuresTable(answer.measures, "Now", "Asked", "No figure: no job waits or runs."),
      h("p", { class: "note" }, "Mean times cover the jobs that start or end in both futures."),
    ),
    ...pictures(answer.pictures),
    card(
      "Jobs",
      jobs(answer.jobs.slice(0, SHOWN_JOBS)),
      h("p", { class: "note" }, "- is a time that the simulations do not reach, such as the end of a job of unknown speed."),
    ),
  ];
}

/** A picture is data of an image, so nothing in it can run. */
function pictures(byName) {
  const figures = Object.entries(byName).map(([name, svg]) =>
    h(
      "figure",
      { class: "chart" },
      h("figcaption", {}, TITLES[name] ?? name),
      h("img", {
        class: "picture",
        src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
        alt: `${TITLES[name] ?? name}; the tables have the figures`,
      }),
    ),
  );
  return figures.length === 0 ? [] : [h("section", { class: "charts even", "aria-label": "Pictures" }, ...figures)];
}

function jobs(items) {
  const time = (of, absent) => (job) => (job[of] === undefined ? (absent[job.state] ?? "-") : range(job[of]));
  return new Table({
    caption: "Jobs in both futures",
    items,
    nothing: "No job of the present state is in the answer.",
    columns: [
      { title: "Job", kind: "word", cell: ({ job, state }) => (state === "new" ? job : jobLink(job)) },
      { title: "Start now", kind: "word wrap", cell: time("startNow", { new: "new job", running: "runs" }) },
      { title: "Start as asked", kind: "word wrap", cell: time("startAsked", { running: "runs" }) },
      { title: "End now", kind: "word wrap", cell: time("endNow", { new: "new job" }) },
      { title: "End as asked", kind: "word wrap", cell: time("endAsked", {}) },
    ],
  }).root;
}
