// The head of the page: the menu, the search, and the state of the connection.

import { send } from "../api.js";
import { announce, button, h } from "../dom.js";
import { address, go } from "../router.js";
import { signOut, token } from "../session.js";
import { last, may, on } from "../store.js";
import { CHOICES, choice, choose } from "../theme.js";

const MENU = [
  ["cluster", "Cluster"],
  ["jobs", "Jobs"],
  ["queues", "Queues"],
  ["timeline", "Timeline"],
  ["decisions", "Decisions"],
  ["what-if", "What if"],
  ["nodes", "Nodes"],
  ["usage", "Usage"],
  ["policies", "Policies"],
  ["access", "Access", "admin"],
];

let live;

/** Draws the head and marks the view that is open. */
export function drawHead(view) {
  const head = document.getElementById("head");
  if (token() === "") {
    head.replaceChildren(h("div", { class: "top" }, brand(), themeChoice()));
    return;
  }
  const menu = h("nav", { id: "menu", "aria-label": "Views" }, h("ul", {}, ...entries(view)));
  head.classList.remove("open");
  head.replaceChildren(
    h("div", { class: "top" }, brand(), menuButton(head), search(), status(), account()),
    menu,
  );
}

function brand() {
  return h("a", { class: "brand", href: "#/" }, "Ductile");
}

function entries(view) {
  const shown = MENU.filter(([, , role]) => role === undefined || may(role));
  const open = view === "job" ? "jobs" : view;
  return shown.map(([name, text]) => {
    const current = name === open ? { "aria-current": "page" } : {};
    return h("li", {}, h("a", { href: address([name]), ...current }, text));
  });
}

function menuButton(head) {
  const made = button("Menu", () => {
    const isOpen = head.classList.toggle("open");
    made.setAttribute("aria-expanded", isOpen);
  });
  made.className = "menu-button";
  made.setAttribute("aria-expanded", "false");
  made.setAttribute("aria-controls", "menu");
  return made;
}

function search() {
  const input = h("input", {
    id: "search",
    type: "search",
    placeholder: "Find a job  ( / )",
    "aria-label": "Find a job",
    autocomplete: "off",
  });
  const found = (event) => {
    event.preventDefault();
    go(["jobs"], { state: "all", text: input.value.trim() });
  };
  return h("form", { role: "search", class: "search", onsubmit: found }, input);
}

function status() {
  const made = h("div", { class: "status" }, liveState());
  if (may("user")) {
    made.append(h("a", { class: "button primary", href: address(["submit"]) }, "Submit a job"));
  }
  return made;
}

function account() {
  const who = last("identity");
  return h(
    "div",
    { class: "account" },
    themeChoice(),
    h("span", { class: "user", title: who?.role ?? "" }, who?.user ?? ""),
    button("Sign out", leave),
  );
}

/** Ends the session at the server too; a token of the server stays valid. */
async function leave() {
  await send("DELETE", "sign-in").catch(() => {});
  signOut();
}

function liveState() {
  live = h("span", { class: "live" });
  showLive(last("live"));
  return live;
}

function showLive(isLive) {
  if (live) {
    const text = isLive === undefined ? "Connecting" : isLive ? "Live" : "Reconnecting";
    live.dataset.state = text.toLowerCase();
    live.textContent = text;
  }
}

let wasLive = true;
on("live", undefined, (isLive) => {
  showLive(isLive);
  if (isLive !== wasLive) {
    announce(isLive ? "The page is live again." : "The connection is lost. Reconnecting.");
  }
  wasLive = isLive;
});

function themeChoice() {
  const options = Object.entries(CHOICES).map(([value, text]) =>
    h("option", { value, selected: value === choice() }, text),
  );
  return h(
    "select",
    { "aria-label": "Colours", onchange: (event) => choose(event.target.value) },
    ...options,
  );
}

