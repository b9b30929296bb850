// Runs before the first paint, so that a chosen theme never flashes. A file of its own, because the policy allows no inline script.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is blocked: the system's theme it is.
}
