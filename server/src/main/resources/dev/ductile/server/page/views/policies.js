// The policy that decides, those that decide beside it, and all that are installed.

import { get, send } from "../api.js";
import { isNone, sizeText } from "../components/amounts.js";
import { ask } from "../components/ask.js";
import { jobLink } from "../components/jobs-table.js";
import { measuresTable } from "../components/measures-table.js";
import { empty } from "../components/notice.js";
import { Table } from "../components/table.js";
import { when } from "../components/time.js";
import { count, percent } from "../drawings/format.js";
import { button, card, h } from "../dom.js";
import { address } from "../router.js";
import { last, may } from "../store.js";

export async function open({ signal, restart }) {
  const [policies, choice, shadows] = await Promise.all([
    get("policies", {}, signal),
    get("policy", {}, signal),
    get("shadow", {}, signal),
  ]);
  return [
    h("h1", {}, "Policies"),
    card(
      "Decides now",
      h("p", { class: "lead" }, h("b", {}, choice.policy), choice.why === "" ? "" : `: ${choice.why}`),
      ...(may("admin") ? [button("Change the policy", () => change(choice, restart))] : []),
    ),
    card("In shadow", ...inShadow(shadows.items)),
    card("Installed", installed(policies.items)),
  ];
}

function inShadow(shadows) {
  return shadows.length === 0
    ? [empty("No policy decides in shadow. The server file names them with its key shadow; they change nothing.")]
    : shadows.flatMap(comparison);
}

function comparison({ acting, shadow, since, decisions, equal, jobs, equalJobs, differences, measures, sentence }) {
  const begin = since === undefined ? [] : [", since ", when(since)];
  return [
    h("h3", {}, shadow),
    h("p", { class: "lead" }, `Beside ${acting}: ${sentence}.`),
    h(
      "p",
      { class: "note" },
      `The same sizes in ${part(equal, decisions)} decisions and for ${part(equalJobs, jobs)} jobs in them`,
      ...begin,
      ".",
    ),
    measuresTable(measures, acting, shadow, missing(decisions)),
    ...(differences.length === 0 ? [] : [differencesTable(differences, acting, shadow)]),
  ];
}

/** Why a comparison has no figures. */
function missing(decisions) {
  if (decisions === 0) {
    return "No figure yet. The first ones come after its first decision.";
  }
  return hasJobs()
    ? "No figure yet. The futures of the present jobs are simulated under both policies once a minute."
    : "No figure: they compare the futures of the present jobs, and no job waits or runs.";
}

function hasJobs() {
  return Object.values(last("cluster")?.jobs ?? { unknown: 1 }).some((number) => number > 0);
}

function part(some, all) {
  const share = all === 0 ? "" : ` (${percent(some / all)})`;
  return `${count(some)} of ${count(all)}${share}`;
}

function differencesTable(differences, acting, shadow) {
  return new Table({
    caption: `Jobs that ${shadow} gives another size`,
    items: differences.slice(0, 10),
    nothing: "No difference.",
    columns: [
      { title: "Time", kind: "word", cell: ({ at }) => when(at) },
      { title: "Job", kind: "word", cell: ({ job }) => jobLink(job) },
      { title: acting, cell: ({ acting: size }) => isNone(size) ? "none" : sizeText(size) },
      { title: shadow, cell: ({ shadow: size }) => isNone(size) ? "none" : sizeText(size) },
      { title: "Reason", kind: "word wrap", narrow: false, cell: ({ why }) => why },
    ],
  }).root;
}

function installed(items) {
  return new Table({
    caption: "Installed policies",
    items,
    nothing: "No policy is installed.",
    columns: [
      { title: "Policy", kind: "word", cell: ({ name }) => name },
      { title: "Summary", kind: "word wrap", cell: ({ summary }) => summary },
      { title: "Paper", kind: "word wrap", narrow: false, cell: ({ paper }) => paper || "-" },
      { title: "Resizes jobs", kind: "word", narrow: false, cell: ({ resizes }) => (resizes ? "yes" : "no") },
      { title: "Try it", kind: "word", cell: tryIt },
    ],
  }).root;
}

function tryIt({ name }) {
  const to = address(["what-if"], { policy: name });
  return h("a", { href: to, "aria-label": `What if ${name} decided?` }, "what if");
}

function change(choice, restart) {
  ask({
    title: "Change the policy",
    text: `The next decision is by the new policy. Running jobs may change their sizes.`,
    fields: [
      { name: "policy", label: "Policy and its settings", value: choice.policy, required: true },
      { name: "why", label: "Reason (optional)", maxlength: 200 },
    ],
    verb: "Change",
    task: async (values) => {
      await send("PUT", "policy", values);
      await restart();
    },
    done: "The policy is changed.",
  });
}
