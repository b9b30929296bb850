import { browserStorage } from "./browser-storage.ts";

/** `system` follows the operating system. The browser's local storage keeps the choice under the key `theme`. */
export type Theme = "system" | "light" | "dark";

const key = "theme";
const listeners = new Set<() => void>();

/** The chosen theme; an unknown value counts as `system`. */
export function chosenTheme(): Theme {
  const stored = browserStorage.getItem(key);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function show() {
  const theme = chosenTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Stores and applies a choice. */
export function chooseTheme(theme: Theme) {
  browserStorage.setItem(key, theme);
  show();
}

/** Calls `listener` when the choice changes in this or another tab; returns a function that unsubscribes it. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener("storage", (event) => event.key === key && show());
