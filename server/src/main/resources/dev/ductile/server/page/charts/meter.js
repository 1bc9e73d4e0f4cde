// The use of a resource as a bar: allocated, really used, and drained parts of the total.

import { amount } from "../components/amounts.js";
import { percent } from "../drawings/format.js";
import { h, svg } from "../dom.js";

const WIDTH = 100;

export function meter({ name, total, allocated, drained = 0, used }) {
  const share = (value) => (total > 0 ? Math.min(1, value / total) : 0);
  const bar = (value, y, height, kind, from = 0) =>
    svg("rect", {
      class: kind,
      x: WIDTH * share(from),
      y,
      width: WIDTH * share(value),
      height,
    });
  const picture = svg(
    "svg",
    { class: "meter", viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
    bar(total, 0, 10, "total"),
    bar(drained, 0, 10, "drained", total - drained),
    bar(allocated, 0, 10, "allocated"),
    ...(used === undefined ? [] : [bar(used, 3, 4, "used")]),
  );
  return h(
    "div",
    { class: "resource" },
    h("div", { class: "resource-head" }, h("b", {}, name), h("span", {}, percent(share(allocated)))),
    picture,
    h("p", { class: "note" }, words(name, total, allocated, drained, used)),
  );
}

function words(name, total, allocated, drained, used) {
  const parts = [`${amount(name, allocated)} of ${amount(name, total)} allocated`];
  if (used !== undefined) {
    parts.push(`${amount(name, used)} really used`);
  }
  parts.push(`${amount(name, Math.max(0, total - allocated - drained))} free`);
  if (drained > 0) {
    parts.push(`${amount(name, drained)} drained`);
  }
  return parts.join(", ");
}
