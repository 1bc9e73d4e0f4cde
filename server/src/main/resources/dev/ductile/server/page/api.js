// Requests to the REST interface of the server.

import { signOut, token } from "./session.js";

const ROOT = "api/v1/";
const PATIENCE_MILLISECONDS = 60_000;
const ENDED = "Your sign-in has ended. Sign in again; this tab then continues at the same place.";

/** An answer that is no success, with the words of the server. */
export class Problem extends Error {
  constructor(status, detail, mistakes = []) {
    super(detail);
    this.status = status;
    this.mistakes = mistakes;
  }
}

export function get(path, query = {}, signal = undefined) {
  return request("GET", path + asQuery(query), undefined, signal);
}

/** Sends a document; text goes as YAML. */
export function send(method, path, body = undefined) {
  return request(method, path, body);
}

/** The identity of a token that is not that of the session. */
export function identify(secret) {
  return request("GET", "identity", undefined, undefined, secret);
}

/** Opens a stream that lives until the signal ends it. */
export async function open(path, signal) {
  const response = await fetch(ROOT + path, {
    headers: { ...authorization(token()), Accept: "text/event-stream" },
    signal,
  });
  return response.ok ? response : fail(response, token());
}

/** All items of a list that has parts, at most so many. */
export async function all(path, query, most, signal) {
  const items = [];
  let after;
  do {
    const part = await get(path, { ...query, after }, signal);
    items.push(...part.items);
    after = part.next;
  } while (after !== undefined && items.length < most);
  return items;
}

export function asQuery(query) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return kept.length === 0 ? "" : `?${new URLSearchParams(kept)}`;
}

async function request(method, path, body, signal, secret = token()) {
  const patience = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  let response;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers: { ...authorization(secret), ...contentType(body) },
      body: typeof body === "object" ? JSON.stringify(body) : body,
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new Problem(0, "The server does not answer. Running jobs go on without it.");
  }
  if (!response.ok) {
    return fail(response, secret);
  }
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

function authorization(secret) {
  return secret === "" ? {} : { Authorization: `Bearer ${secret}` };
}

function contentType(body) {
  if (body === undefined) {
    return {};
  }
  return { "Content-Type": typeof body === "object" ? "application/json" : "application/yaml" };
}

async function fail(response, secret) {
  const problem = await response.json().catch(() => ({}));
  if (response.status === 401 && secret === token()) {
    signOut(ENDED);
  }
  throw new Problem(
    response.status,
    problem.detail ?? `The server answered ${response.status} ${response.statusText}.`,
    problem.mistakes ?? [],
  );
}
