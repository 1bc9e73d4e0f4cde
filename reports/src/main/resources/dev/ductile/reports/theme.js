// Colours and dashes: what the window's scheme gives, and what tells policies apart.

const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

export function ink(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The look of a policy's line: a colour, and a dash once the colours are used up. */
export function look(palette, index) {
  const round = Math.floor(index / palette.length);
  return { colour: shade(palette[index % palette.length]), dash: DASHES[round % DASHES.length] };
}

/** The colour itself on light paper, a lighter one on dark. */
export function shade(colour) {
  const lift = Number(ink("lift"));
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const lifted = parts.map((part) => Math.round(part + (255 - part) * lift));
  return `#${lifted.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Letters that can be read on a colour: black ones on all that is not dark. */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 110 ? "#000000" : "#ffffff";
}

/** Calls back when the colours change: the reader's scheme, or paper. */
export function onThemeChange(redraw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("beforeprint", () => {
    document.documentElement.classList.add("print");
    redraw();
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("print");
    redraw();
  });
}
