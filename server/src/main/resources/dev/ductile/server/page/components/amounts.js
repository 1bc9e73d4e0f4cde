// Amounts of tasks and of resources in words.

import { count } from "../drawings/format.js";

const BYTES = ["memory", "disk", "ephemeral-storage"];
const GIB = 2 ** 30;

/** A size: workers, and servers if there are some. */
export function size({ workers, servers }) {
  return servers > 0 ? `${workers} + ${servers}` : `${workers}`;
}

/** A size in words. */
export function sizeText({ workers, servers }) {
  const text = counted(workers, "worker");
  return servers > 0 ? `${text}, ${counted(servers, "server")}` : text;
}

export function counted(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

export function isNone({ workers, servers }) {
  return workers + servers === 0;
}

export function amount(name, value) {
  if (BYTES.includes(name)) {
    return `${count(value / GIB)} GiB`;
  }
  return count(value);
}

/** Amounts by resource in words: 4 gpu, 16 cpu, 64 GiB memory. */
export function amounts(byName) {
  const all = Object.entries(byName);
  return all.length === 0
    ? "-"
    : all.map(([name, value]) => `${amount(name, value)} ${name}`).join(", ");
}
