/** Toasts close after 5 s, are shown one at a time, and are removed 1,000,000 ms after they closed. */
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

/** Shows a toast in place of the previous one. */
export function toast(text: ToastText) {
  lastId += 1;
  replace([{ ...text, id: lastId, open: true }, ...toasts].slice(0, limit));
}

/** Closes a toast. It is removed later, so that its closing animation can finish. */
export function dismissToast(id: number) {
  replace(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => replace(toasts.filter((shown) => shown.id !== id)), removeDelay);
}

/** Returns a function that closes the toast of a mistake that is shown now, once the mistake is mended. */
export function mendingMistake(): () => void {
  const mistake = toasts.find(({ kind, open }) => kind === "refused" && open);
  return () => mistake && dismissToast(mistake.id);
}

/** The toasts, for `useSyncExternalStore`. */
export const shownToasts = () => toasts;

/** Calls `listener` when the toasts change; returns a function that unsubscribes it. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
