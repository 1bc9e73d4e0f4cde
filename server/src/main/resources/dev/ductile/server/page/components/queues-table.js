// Queues: what is theirs, what they use, and how that compares with their fair share.

import { count, duration, percent } from "../drawings/format.js";
import { h } from "../dom.js";
import { address } from "../router.js";
import { amounts } from "./amounts.js";
import { Table } from "./table.js";

/** What holds for single users and for past use, as words. */
function limits(queue) {
  const hasUserQuota = Object.keys(queue.userQuota).length > 0;
  return [
    hasUserQuota && `${amounts(queue.userQuota)} for each user`,
    `priority up to ${queue.maxPriority}`,
    !queue.borrows && "borrows nothing",
    queue.halfLifeSeconds && `past use counts half after ${duration(queue.halfLifeSeconds)}`,
  ]
    .filter(Boolean)
    .join("; ");
}

export function queuesTable(items) {
  return new Table({
    caption: "Queues",
    items,
    nothing: "There is one queue without limits. An admin adds queues in the server file.",
    key: (queue) => queue.name,
    columns: [
      {
        title: "Queue",
        kind: "word",
        cell: (queue) => h("a", { href: address(["jobs"], { queue: queue.name }) }, queue.name),
      },
      { title: "Running", narrow: false, cell: (queue) => count(queue.running) },
      { title: "Waiting", cell: (queue) => count(queue.pending) },
      { title: "Share", cell: (queue) => percent(queue.share) },
      { title: "Fair share", cell: (queue) => percent(queue.fairShare) },
      { title: "Weight", narrow: false, cell: (queue) => count(queue.weight) },
      { title: "Used", kind: "word amount", narrow: false, cell: (queue) => amounts(queue.used) },
      {
        title: "Guaranteed",
        kind: "word amount",
        narrow: false,
        cell: (queue) => amounts(queue.guaranteed),
      },
      { title: "Borrowed", kind: "word amount", narrow: false, cell: (queue) => amounts(queue.borrowed) },
      { title: "Quota", kind: "word amount", narrow: false, cell: (queue) => amounts(queue.quota) },
      { title: "Limits", kind: "word wrap", narrow: false, cell: limits },
    ],
  });
}
