// The colour scheme: that of the system, or the reader's own choice.

import { publish } from "./store.js";

const KEY = "ductile-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The choices in words. */
export const CHOICES = { system: "System colours", light: "Light", dark: "Dark" };

export function choice() {
  return localStorage.getItem(KEY) ?? "system";
}

export function choose(theme) {
  localStorage.setItem(KEY, theme);
  apply();
}

export function apply() {
  const isDark = choice() === "dark" || (choice() === "system" && dark.matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  publish("theme", isDark);
}

dark.addEventListener("change", apply);
