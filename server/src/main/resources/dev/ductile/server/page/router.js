// Addresses of the form #/jobs/NAME?state=pending, and the view of each.

import { asQuery } from "./api.js";

/** The parts and the query of the present address. */
export function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return {
    parts: path.split("/").filter(Boolean).map(decodeURIComponent),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function address(parts, query = {}) {
  return `#/${parts.map(encodeURIComponent).join("/")}${asQuery(query)}`;
}

/** Goes to another view. */
export function go(parts, query = {}) {
  location.hash = address(parts, query);
}

/** Notes the choices of a view in its address without opening the view again. */
export function note(parts, query) {
  history.replaceState(null, "", address(parts, query));
}
