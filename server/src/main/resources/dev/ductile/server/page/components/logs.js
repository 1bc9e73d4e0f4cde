// The logs of the tasks of a job: one at a time, followed to its end, with a search.

import { get } from "../api.js";
import { duration } from "../drawings/format.js";
import { button, h } from "../dom.js";
import { empty } from "./notice.js";

const PART_BYTES = 65_536;
const MOST_LINES = 5_000;
const FOLLOW_MILLISECONDS = 2000;

/** The logs of a job; the newest part of the first one is shown. */
export function logs(job, names, signal) {
  return names.length === 0
    ? empty("No log yet. A task writes one when it starts.")
    : new LogView(job, names, signal).root;
}

class LogView {
  constructor(job, names, signal) {
    this.job = job;
    this.names = names;
    this.signal = signal;
    this.lines = [];
    this.choice = h(
      "select",
      { "aria-label": "Log", onchange: () => this.begin() },
      ...names.map((name, i) => h("option", { value: i }, title(name))),
    );
    this.search = h("input", {
      type: "search",
      "aria-label": "Show lines with",
      placeholder: "Show lines with…",
      oninput: () => this.draw(),
    });
    this.follow = h("input", { type: "checkbox", checked: true });
    this.earlier = button("Earlier", () => this.load(true));
    this.text = h("pre", { class: "log", tabindex: "0", role: "log", "aria-live": "off", "aria-label": "Log" });
    this.note = h("p", { class: "note" });
    this.root = h(
      "div",
      {},
      h(
        "div",
        { class: "tools" },
        this.choice,
        this.search,
        h("label", {}, this.follow, " follow"),
        this.earlier,
      ),
      this.text,
      this.note,
    );
    this.begin();
    const timer = setInterval(() => this.tick(), FOLLOW_MILLISECONDS);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  begin() {
    const name = this.names[Number(this.choice.value)];
    this.name = name;
    this.content = "";
    this.from = Math.max(0, name.bytes - PART_BYTES);
    this.next = this.from;
    this.isEnd = false;
    return this.load(false);
  }

  tick() {
    return this.follow.checked && !this.isEnd && !this.isBusy ? this.load(false) : undefined;
  }

  async load(isEarlier) {
    this.isBusy = true;
    const { task, generation } = this.name;
    const from = isEarlier ? Math.max(0, this.from - PART_BYTES) : this.next;
    const limit = isEarlier ? this.from - from : PART_BYTES;
    try {
      const part = await get(
        `jobs/${encodeURIComponent(this.job)}/logs`,
        { task, generation, from, limit },
        this.signal,
      );
      this.take(part, isEarlier);
      this.draw();
    } catch (error) {
      this.note.textContent = this.signal.aborted ? "" : error.message;
    }
    this.isBusy = false;
  }

  take(part, isEarlier) {
    if (isEarlier) {
      this.content = part.text + this.content;
      this.from = part.from;
    } else {
      this.content += part.text;
      this.next = part.next;
      this.isEnd = part.isEnd;
    }
  }

  draw() {
    const wanted = this.search.value.toLowerCase();
    const lines = this.content.split("\n");
    const kept = lines.filter((line) => line.toLowerCase().includes(wanted));
    const atEnd = this.text.scrollHeight - this.text.scrollTop - this.text.clientHeight < 40;
    this.text.textContent = kept.slice(-MOST_LINES).join("\n") || "Nothing written yet.";
    if (atEnd) {
      this.text.scrollTop = this.text.scrollHeight;
    }
    this.earlier.hidden = this.from === 0;
    const found = wanted === "" ? "" : `${kept.length} of ${lines.length} lines. `;
    this.note.textContent = found + (this.isEnd ? "The task has ended." : "");
  }
}

function title({ task, generation, bytes, written }) {
  const old = (Date.now() - Date.parse(written)) / 1000;
  const age = old > 60 ? `, written ${duration(Math.round(old))} ago` : "";
  return `${task}, start ${generation} (${Math.ceil(bytes / 1024)} KiB${age})`;
}
