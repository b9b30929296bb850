const key = "token";

const read = () => localStorage.getItem(key);

const listeners = new Set<() => void>();
let last = read();

function notice() {
  const now = read();
  if (now === last) return;
  last = now;
  for (const listener of listeners) listener();
}

/** The session's bearer token, or null for a visitor. */
export const storedToken = read;

/** Stores the token in this browser; null removes it. Listeners are called before this returns. */
export function storeToken(token: string | null) {
  if (token === null) localStorage.removeItem(key);
  else localStorage.setItem(key, token);
  notice();
}

/** Calls `listener` when the token changes in this or another tab; returns a function that unsubscribes it. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener("storage", notice);
// A page restored from the back-forward cache received no storage event.
addEventListener("pageshow", notice);
