// The policy that decides, the one that decides beside it, and all that are installed.

import { get, send } from "../api.js";
import { ask } from "../components/ask.js";
import { measuresTable } from "../components/measures-table.js";
import { empty } from "../components/notice.js";
import { Table } from "../components/table.js";
import { count, percent } from "../drawings/format.js";
import { button, card, h } from "../dom.js";
import { address } from "../router.js";
import { may } from "../store.js";

export async function open({ signal, restart }) {
  const [policies, choice, shadow] = await Promise.all([
    get("policies", {}, signal),
    get("policy", {}, signal),
    get("shadow", {}, signal).catch((error) => missing(error)),
  ]);
  return [
    h("h1", {}, "Policies"),
    card(
      "Decides now",
      h("p", { class: "lead" }, h("b", {}, choice.policy), choice.why === "" ? "" : `: ${choice.why}`),
      ...(may("admin") ? [button("Change the policy", () => change(choice, restart))] : []),
    ),
    card("In shadow", ...inShadow(shadow)),
    card("Installed", installed(policies.items)),
  ];
}

function missing(error) {
  if (error.status === 404) {
    return undefined;
  }
  throw error;
}

function inShadow(shadow) {
  if (shadow === undefined || shadow.shadow === "") {
    return [
      empty("No policy decides in shadow. An admin chooses one in the server file; it changes nothing."),
    ];
  }
  const { acting, decisions, equal, measures, sentence } = shadow;
  const share = decisions === 0 ? "" : ` (${percent(equal / decisions)})`;
  return [
    h("p", { class: "lead" }, h("b", {}, shadow.shadow), ` decides beside ${acting}. ${sentence}`),
    h("p", { class: "note" }, `${count(equal)} of ${count(decisions)} decisions are equal${share}.`),
    measuresTable(measures, acting, shadow.shadow),
  ];
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
