// The colours of the reports (Okabe and Ito), lighter on dark paper.

import { shade } from "../drawings/theme.js";

/** The same as Palette.java. */
export const PALETTE = [
  "#0072B2",
  "#D55E00",
  "#009E73",
  "#CC79A7",
  "#E69F00",
  "#56B4E9",
  "#7F7F7F",
];

export function colour(index) {
  return shade(PALETTE[index % PALETTE.length]);
}
