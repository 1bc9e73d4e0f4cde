// Submits a job file; a dry run first says when the job would start and how it would grow.

import { send } from "../api.js";
import { mistakes } from "../components/notice.js";
import { forecast } from "../components/why.js";
import { button, card, h } from "../dom.js";
import { address, go } from "../router.js";

const EXAMPLE = `name: my-job
command: [python, train.py]
`;

export async function open() {
  const text = h("textarea", { id: "file", rows: 16, spellcheck: "false" });
  text.value = EXAMPLE;
  const answer = h("div", { role: "status" });
  const pick = h("input", { type: "file", accept: ".yaml,.yml,.json,.sh", onchange: () => read(pick, text) });
  const run = (task) => () => attempt(() => task(text.value), answer);
  return [
    h("h1", {}, "Submit a job"),
    h(
      "section",
      { "aria-label": "Job file" },
      h("label", { class: "field" }, "Read a file", pick),
      h("label", { class: "field" }, "Job file (YAML or JSON)", text),
      h(
        "div",
        { class: "actions" },
        button("Dry run", run((file) => dryRun(file, answer))),
        button("Submit", run((file) => submit(file, answer)), { class: "primary" }),
      ),
    ),
    answer,
  ];
}

async function read(pick, text) {
  const [file] = pick.files;
  if (file) {
    text.value = await file.text();
  }
}

async function attempt(task, answer) {
  answer.replaceChildren(h("p", { class: "note" }, "Asking the server…"));
  try {
    await task();
  } catch (error) {
    answer.replaceChildren(
      h("section", { class: "concerns", role: "alert" }, ...sentence(error), ...mistakes(error)),
    );
  }
}

/** The message of a file with one mistake is that mistake. */
function sentence({ message, mistakes: found = [] }) {
  return found.includes(message) ? [] : [h("p", {}, message)];
}

async function dryRun(file, answer) {
  const { accepted, problems, notes = [], forecasts } = await send("POST", "jobs?dryRun=true", file);
  answer.replaceChildren(
    card(
      accepted ? "The server would accept it" : "The server would refuse it",
      ...mistakes({ mistakes: [...problems, ...notes] }),
      ...forecasts.flatMap((one) => forecast(one)),
    ),
  );
}

async function submit(file, answer) {
  const { ids, notes } = await send("POST", "jobs", file);
  if (ids.length === 1 && notes.length === 0) {
    go(["jobs", ids[0]]);
    return;
  }
  const items = ids.map((id) => h("li", {}, h("a", { href: address(["jobs", id]) }, id)));
  answer.replaceChildren(card("Submitted", h("ul", {}, ...items), ...mistakes({ mistakes: notes })));
}
