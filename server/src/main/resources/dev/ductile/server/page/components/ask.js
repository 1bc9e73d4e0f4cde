// Dialogs: a question before a command, with its fields.

import { announce, button, h } from "../dom.js";
import { mistakes } from "./notice.js";

/**
 * Asks, then runs a task with the values of the fields. The dialog shows why a task failed.
 *
 * @param fields each with name, label, and the attributes of its input, or the options of a choice
 */
export function ask({ title, text, fields = [], verb, isDangerous = false, task, done }) {
  const trouble = h("div", { class: "trouble", role: "alert" });
  const go = h("button", { type: "submit", class: isDangerous ? "danger" : "primary" }, verb);
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id: "question" }, title),
    h("p", {}, text),
    ...fields.map(field),
    trouble,
    h("div", { class: "actions" }, go, button("Keep as it is", () => dialog.close())),
  );
  const dialog = h("dialog", { "aria-labelledby": "question", onclose: () => dialog.remove() }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    try {
      await task(Object.fromEntries(new FormData(form)));
      dialog.close();
      announce(done);
    } catch (error) {
      trouble.replaceChildren(h("p", {}, error.message), ...mistakes(error));
      go.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}

function field({ name, label, options, ...attributes }) {
  const input = options ? choice(name, options, attributes.value) : h("input", { name, ...attributes });
  return h("label", { class: "field" }, label, input);
}

function choice(name, options, chosen) {
  const entries = options.map((option) => h("option", { selected: option === chosen }, option));
  return h("select", { name }, ...entries);
}
