import { useSyncExternalStore } from "react";

const narrow = matchMedia("(width < 640px)");

function onChange(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}

/** Whether the screen is one column wide; the same 640 px as in the styles. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(onChange, () => narrow.matches);
}
