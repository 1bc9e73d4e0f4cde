// What scripts add to the tables that the page comes with: sorting, and another baseline.

import { duration, element } from "./format.js";

/** Lets readers sort a table by any column; its marked last rows, the bounds, stay last. */
export function sortable(table) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = element("button", { type: "button" }, heading.textContent);
    button.addEventListener("click", () => {
      const descending = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sort(table.tBodies[0], column, descending ? -1 : 1);
    });
    heading.replaceChildren(button);
  });
}

function sort(body, column, direction) {
  const rows = [...body.rows];
  const kept = rows.filter((row) => row.classList.contains("bound"));
  const sorted = rows.filter((row) => !row.classList.contains("bound"));
  sorted.sort((a, b) => direction * compare(value(a.cells[column]), value(b.cells[column])));
  body.replaceChildren(...sorted, ...kept);
}

function value(cell) {
  return cell.dataset.order === undefined ? cell.textContent : Number(cell.dataset.order);
}

/** Numbers by size, words by the alphabet, numbers before words. */
export function compare(a, b) {
  if (typeof a !== typeof b) {
    return typeof a === "number" ? -1 : 1;
  }
  return typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;
}

/** The table of differences from a baseline that the reader chose. */
export function differences(data, load, baseline) {
  const at = data.loads[load];
  const head = ["Policy", ...data.compared.map((measure) => measure.title)];
  const rows = data.policies.flatMap((policy, i) => {
    if (i === baseline) {
      return [];
    }
    const cells = data.compared.map((measure) =>
      cell(at.policies[i].against[measure.key][baseline], at.seeds),
    );
    return [element("tr", {}, element("th", { scope: "row" }, policy), ...cells)];
  });
  const caption = `Differences from ${data.policies[baseline]}${data.loads.length > 1 ? ` at load ${at.load}` : ""}${at.seeds > 1 ? ", paired seed by seed" : ""}`;
  const table = element(
    "table",
    {},
    element("caption", {}, element("span", {}, caption)),
    element(
      "thead",
      {},
      element("tr", {}, ...head.map((one) => element("th", { scope: "col" }, one))),
    ),
    element("tbody", {}, ...rows),
  );
  sortable(table);
  return element(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": caption },
    table,
  );
}

function cell(difference, seeds) {
  const [mean, low, high] = difference;
  const made = element("td", mean === null ? {} : { "data-order": mean }, duration(mean));
  if (low === null) {
    return made;
  }
  made.append(element("small", {}, `± ${duration((high - low) / 2)}`));
  if (low > 0 || high < 0) {
    made.className = mean < 0 ? "below" : "above";
  } else if (seeds > 1) {
    made.className = "same";
    made.append(element("em", {}, "no significant difference"));
  }
  return made;
}
