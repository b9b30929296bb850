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

/** Keeps the token for this browser; null forgets it. Listeners hear of it before this returns. */
export function storeToken(token: string | null) {
  if (token === null) localStorage.removeItem(key);
  else localStorage.setItem(key, token);
  notice();
}

/** Calls back whenever the token changes here or in another tab; answers how to stop. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener("storage", notice);
// A page that slept in the back-forward cache got no storage event.
addEventListener("pageshow", notice);
