// Starts the page: the colours, the session, the head, and the view of the present address.

import { get } from "./api.js";
import { h } from "./dom.js";
import { follow } from "./events.js";
import { drawHead } from "./components/head.js";
import { failure } from "./components/notice.js";
import { arrive } from "./provider.js";
import { place } from "./router.js";
import { onSignOut, token } from "./session.js";
import { forget, publish } from "./store.js";
import { apply } from "./theme.js";

const VIEWS = {
  cluster: () => import("./views/cluster.js"),
  jobs: () => import("./views/jobs.js"),
  job: () => import("./views/job.js"),
  queues: () => import("./views/queues.js"),
  decisions: () => import("./views/decisions.js"),
  timeline: () => import("./views/timeline.js"),
  "what-if": () => import("./views/what-if.js"),
  nodes: () => import("./views/nodes.js"),
  usage: () => import("./views/usage.js"),
  policies: () => import("./views/policies.js"),
  access: () => import("./views/access.js"),
  submit: () => import("./views/submit.js"),
  "sign-in": () => import("./views/sign-in.js"),
};
const HIDDEN_MILLISECONDS = 10_000;
const LOADING_AFTER_MILLISECONDS = 200;

const main = document.getElementById("main");
let session = new AbortController();
let visit = new AbortController();

/** The name of the view at an address, and the rest of its path. */
function route({ parts: [first = "cluster", ...rest] }) {
  if (token() === "") {
    return ["sign-in", []];
  }
  return first === "jobs" && rest.length > 0 ? ["job", rest] : [first, rest];
}

async function show() {
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  const [name, params] = route(place());
  const waiting = setTimeout(() => {
    main.replaceChildren(h("p", { class: "note", role: "status" }, "Loading…"));
  }, LOADING_AFTER_MILLISECONDS);
  const nodes = await content(name, params, signal);
  clearTimeout(waiting);
  if (!signal.aborted) {
    put(name, nodes);
  }
}

async function content(name, params, signal) {
  try {
    if (!Object.hasOwn(VIEWS, name)) {
      throw new Error(`There is no view "${name}". Choose one from the menu.`);
    }
    const view = await VIEWS[name]();
    return await view.open({ params, query: place().query, signal, restart });
  } catch (error) {
    return failure(error, show);
  }
}

/** Puts a view on the page; after the first one the focus moves to its heading, which a screen reader then says. */
function put(name, nodes) {
  const isFirst = main.dataset.view === undefined;
  main.replaceChildren(...nodes);
  main.dataset.view = name;
  const heading = main.querySelector("h1");
  document.title = `${heading.textContent} · Ductile`;
  heading.tabIndex = -1;
  drawHead(name);
  if (!isFirst) {
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/** Begins again after a change of the session. */
async function restart() {
  session.abort();
  session = new AbortController();
  forget();
  apply();
  if (token() !== "") {
    try {
      publish("identity", await get("identity"));
      listen(session.signal);
    } catch (error) {
      if (error.status !== 401) {
        main.replaceChildren(...failure(error, restart));
      }
      return;
    }
  }
  await show();
}

/**
 * Follows the events while the tab is in view: a browser opens few connections to one server, and keeps those of pages
 * that a reader has left and may come back to.
 */
function listen(session) {
  let stream;
  let leaving;
  const start = () => {
    stream = new AbortController();
    follow({
      signal: AbortSignal.any([session, stream.signal]),
      onState: (isLive) => publish("live", isLive),
      onEvent: ({ name, data }) => publish(name, data),
    });
  };
  const look = () => {
    clearTimeout(leaving);
    if (document.hidden) {
      leaving = setTimeout(() => stream.abort(), HIDDEN_MILLISECONDS);
    } else if (stream.signal.aborted) {
      start();
    }
  };
  document.addEventListener("visibilitychange", look, { signal: session });
  addEventListener("pagehide", () => stream.abort(), { signal: session });
  addEventListener("pageshow", look, { signal: session });
  start();
}

onSignOut(() => restart());
addEventListener("hashchange", show);
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, dialog");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    document.getElementById("search")?.focus();
  }
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
apply();
await arrive();
await restart();
