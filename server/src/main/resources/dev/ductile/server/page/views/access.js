// Tokens and the audit log, for admins.

import { get, send } from "../api.js";
import { ask } from "../components/ask.js";
import { Table } from "../components/table.js";
import { when } from "../components/time.js";
import { button, card, h } from "../dom.js";
import { may } from "../store.js";

const DAY_SECONDS = 86_400;
const ENTRIES = 100;
const ROLES = ["viewer", "user", "queue-admin", "admin"];

export async function open({ signal }) {
  if (!may("admin")) {
    throw new Error("Tokens are for admins. Ask one for a token with more rights.");
  }
  const view = new AccessView(signal);
  await view.load();
  return view.nodes();
}

class AccessView {
  constructor(signal) {
    this.signal = signal;
    this.issued = h("div", { role: "status" });
    this.tokens = tokensTable((token) => this.revoke(token));
    this.audit = auditTable();
  }

  async load() {
    const [tokens, audit] = await Promise.all([
      get("tokens", {}, this.signal),
      get("audit", { limit: ENTRIES }, this.signal),
    ]);
    this.tokens.show(tokens.items);
    this.audit.show(audit.items);
  }

  nodes() {
    return [
      h("h1", {}, "Access"),
      card("New token", this.form(), this.issued),
      card("Tokens and sessions", this.tokens.root),
      card("Audit log", this.audit.root),
    ];
  }

  form() {
    const roles = ROLES.map((role) => h("option", { value: role, selected: role === "user" }, role));
    const input = (name, label, more) => h("label", {}, label, h("input", { name, ...more }));
    return h(
      "form",
      { onsubmit: (event) => this.issue(event) },
      h(
        "div",
        { class: "filters" },
        input("user", "User", { required: true, autocomplete: "off" }),
        input("name", "Name of the token", { required: true }),
        h("label", {}, "Role", h("select", { name: "role" }, ...roles)),
        input("queues", "Queues of a queue admin", { placeholder: "a, b" }),
        input("days", "Days until it expires", { type: "number", min: 1, max: 3650, value: 90 }),
      ),
      h("button", { type: "submit", class: "primary" }, "Issue a token"),
    );
  }

  async issue(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const { days, queues, ...values } = Object.fromEntries(new FormData(form));
    const names = queues.split(",").map((queue) => queue.trim());
    try {
      const made = await send("POST", "tokens", {
        ...values,
        queues: names.filter(Boolean),
        expiresInSeconds: days === "" ? undefined : Number(days) * DAY_SECONDS,
      });
      form.reset();
      this.issued.replaceChildren(
        h("p", {}, `The token of ${made.token.user}; it is shown only now:`),
        h("pre", { tabindex: "0" }, made.secret),
      );
      await this.load();
    } catch (error) {
      this.issued.replaceChildren(h("p", { class: "trouble" }, error.message));
    }
  }

  revoke(token) {
    const isSession = token.kind === "session";
    ask({
      title: isSession
        ? `End the session of ${token.user}?`
        : `Revoke the token ${token.name} of ${token.user}?`,
      text: isSession
        ? "Its page asks for a new sign-in."
        : "Requests with it are refused from now on. This cannot be undone.",
      verb: isSession ? "End" : "Revoke",
      isDangerous: true,
      task: async () => {
        await send("DELETE", `tokens/${encodeURIComponent(token.id)}`);
        await this.load();
      },
      done: isSession ? "The session has ended." : "The token is revoked.",
    });
  }
}

function tokensTable(revoke) {
  const action = (token) =>
    token.revoked
      ? "revoked"
      : button(token.kind === "session" ? "End" : "Revoke", () => revoke(token), {
          "aria-label": `${token.kind === "session" ? "End" : "Revoke"} ${token.name} of ${token.user}`,
        });
  return new Table({
    caption: "Tokens and sessions",
    nothing: "No token.",
    columns: [
      { title: "Name", kind: "word", cell: ({ name }) => name },
      { title: "Kind", kind: "word", narrow: false, cell: ({ kind }) => kind },
      { title: "User", kind: "word", cell: ({ user }) => user },
      { title: "Role", kind: "word wrap", cell: ({ role, queues }) => [role, " ", queues.join(", ")] },
      { title: "Created", kind: "word", narrow: false, cell: ({ created }) => when(created) },
      { title: "Expires", kind: "word", narrow: false, cell: ({ expires }) => when(expires) },
      { title: "Last used", kind: "word", narrow: false, cell: ({ lastUsed }) => when(lastUsed) },
      { title: "Revoke", kind: "word act", cell: action },
    ],
  });
}

function auditTable() {
  return new Table({
    caption: "Audit log",
    nothing: "No request has changed anything yet.",
    columns: [
      { title: "Number", narrow: false, cell: ({ number }) => `${number}` },
      { title: "Time", kind: "word", cell: ({ at }) => when(at) },
      { title: "User", kind: "word", cell: ({ user }) => user },
      { title: "From", kind: "word", narrow: false, cell: ({ from }) => from },
      { title: "Action", kind: "word wrap", cell: ({ action }) => action },
      { title: "Target", kind: "word wrap", cell: ({ target }) => target },
      { title: "Outcome", kind: "word wrap", cell: ({ outcome }) => outcome },
    ],
  });
}
