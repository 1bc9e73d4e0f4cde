// The stream of events: read by fetch, because an EventSource cannot send the access token.

import { open } from "./api.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** The server sends at least a comment in this time; a stream silent for longer is lost. */
const SILENCE = 45_000;

/** Reads events until the signal ends; reports each, and whether the stream is open. */
export async function follow({ onEvent, onState, signal }) {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      await readOnce(signal, onEvent, () => {
        wait = FIRST_WAIT;
        onState(true);
      });
    } catch (error) {
      if (error.status === 401) {
        return;
      }
    }
    if (!signal.aborted) {
      onState(false);
      await pause(wait * (0.75 + Math.random() / 2), signal);
      wait = Math.min(LONGEST_WAIT, wait * 2);
    }
  }
}

async function readOnce(signal, onEvent, onOpen) {
  const lost = new AbortController();
  const response = await open("events", AbortSignal.any([signal, lost.signal]));
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let watch = setTimeout(() => lost.abort(), SILENCE);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      clearTimeout(watch);
      watch = setTimeout(() => lost.abort(), SILENCE);
      const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop();
      blocks.map(parse).filter(Boolean).forEach(onEvent);
    }
  } finally {
    clearTimeout(watch);
    lost.abort();
  }
}

/** One event of its lines; comments have no data. */
export function parse(block) {
  const lines = block.split("\n");
  const field = (name) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ""));
  const data = field("data").join("\n");
  return data === "" ? undefined : { name: field("event")[0] ?? "message", data: JSON.parse(data) };
}

function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
