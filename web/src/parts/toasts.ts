/** Ours are gone after 5 s, one at a time, and forgotten 1,000,000 ms after they went. */
const limit = 1;
const removeDelay = 1_000_000;

export type ToastKind = "done" | "refused" | "plain";
export type ToastText = { kind: ToastKind; title: string; description?: string };
export type ShownToast = ToastText & { id: number; open: boolean };

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly ShownToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before it. */
export function toast(text: ToastText) {
  lastId += 1;
  replace([{ ...text, id: lastId, open: true }, ...toasts].slice(0, limit));
}

/** Lets a toast go; it is forgotten later, so that it can leave in its own time. */
export function dismissToast(id: number) {
  replace(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => replace(toasts.filter((shown) => shown.id !== id)), removeDelay);
}

/** The toasts, for `useSyncExternalStore`. */
export const shownToasts = () => toasts;

/** Calls back whenever the toasts change; answers how to stop. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
