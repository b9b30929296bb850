/** `system` follows the operating system; the choice lives in this browser under the key theme. */
export type Theme = "system" | "light" | "dark";

const key = "theme";
const listeners = new Set<() => void>();

/** What is chosen; anything unknown counts as `system`. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function show() {
  const theme = chosenTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Keeps and shows a choice. */
export function chooseTheme(theme: Theme) {
  localStorage.setItem(key, theme);
  show();
}

/** Calls back when the choice changes here or in another tab; answers how to stop. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener("storage", (event) => event.key === key && show());
