// The decision log: every decision with its trigger and its changes, searched by the server.

import { get } from "../api.js";
import { decisionsTable } from "../components/decisions-table.js";
import { count } from "../drawings/format.js";
import { announce, button, h } from "../dom.js";
import { note } from "../router.js";
import { gently, onNews } from "../store.js";

const PAGE = 50;
const TYPING_MILLISECONDS = 250;
const REFRESH_MILLISECONDS = 2000;

export async function open({ query, signal }) {
  const log = new DecisionLog(query, signal);
  await log.load();
  onNews(["decision"], signal, gently(REFRESH_MILLISECONDS, signal, () => log.refresh()));
  return [
    h("h1", {}, "Decisions"),
    h("section", { "aria-label": "Decision log" }, log.form(), log.status, log.table.root, log.more),
  ];
}

class DecisionLog {
  constructor({ job = "", text = "", changed = "true" }, signal) {
    this.query = { job, text, changed };
    this.signal = signal;
    this.status = h("p", { class: "note", role: "status" });
    this.more = button("Show earlier ones", () => this.extend());
    this.table = decisionsTable({
      items: [],
      nothing: "No decision matches. Clear the filters, or wait for the next event.",
    });
  }

  form() {
    const input = (name, label) =>
      h("label", {}, label, h("input", { name, value: this.query[name], type: "search" }));
    let typing;
    const changed = (event) => {
      clearTimeout(typing);
      const form = event.currentTarget;
      typing = setTimeout(() => this.filter(form), TYPING_MILLISECONDS);
    };
    return h(
      "form",
      { class: "filters", oninput: changed, onsubmit: (event) => event.preventDefault() },
      input("job", "Job"),
      input("text", "Words in trigger or reason"),
      h(
        "label",
        { class: "check" },
        h("input", {
          name: "changed",
          type: "checkbox",
          value: "true",
          checked: this.query.changed === "true",
        }),
        "only with changes",
      ),
    );
  }

  async filter(form) {
    this.query = { changed: "false", ...Object.fromEntries(new FormData(form)) };
    note(["decisions"], this.query);
    await this.load();
    announce(this.status.textContent);
  }

  async load() {
    const part = await get("decisions", { ...this.query, limit: PAGE }, this.signal);
    this.table.show(part.items);
    this.isFirstPart = true;
    this.told(part, part.items.length);
  }

  /** New decisions move the list only while its beginning is shown. */
  refresh() {
    const isReading = !this.isFirstPart || this.table.root.contains(document.activeElement);
    return isReading ? Promise.resolve() : this.load();
  }

  async extend() {
    const query = { ...this.query, before: this.before, limit: PAGE };
    const part = await get("decisions", query, this.signal);
    this.table.append(part.items);
    this.isFirstPart = false;
    this.told(part, this.shown + part.items.length);
  }

  told({ items, next, total }, shown) {
    this.shown = shown;
    this.before = items.at(-1)?.number;
    this.more.hidden = next === undefined;
    this.status.textContent = `${count(shown)} of ${count(total)} decisions`;
  }
}
