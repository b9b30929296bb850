import { browserStorage } from "./browser-storage.ts";

/** Scripts of this page read no cookie of the service: this one is the app's own and holds no secret. */
const browserRuns = "attestory-browser-runs=1";
const key = "token";
/** Present while the token is only for as long as the browser runs. */
const forThisRunKey = "token-for-this-run";
/** Present while the newest session is one that the service ended, and no user signed out of. */
const endedKey = "session-ended";

const read = () => browserStorage.getItem(key);
const isMarked = (name: string) => browserStorage.getItem(name) !== null;
const mark = (name: string, isSet: boolean) =>
  isSet ? browserStorage.setItem(name, "1") : browserStorage.removeItem(name);

const isSameRun = () => document.cookie.split("; ").includes(browserRuns);
/** Like the session cookie, the token of a session without "remember me" does not outlive the browser. */
if (isMarked(forThisRunKey) && !isSameRun()) {
  browserStorage.removeItem(key);
  browserStorage.removeItem(forThisRunKey);
}

const listeners = new Set<() => void>();
let last = read();
let hasEnded = false;

function notice() {
  const now = read();
  // A user who opens the app after the end is not signed in. Only a page that is open asks to sign in again.
  const endedNow = now === null && (hasEnded || last !== null) && isMarked(endedKey);
  if (now === last && endedNow === hasEnded) return;
  last = now;
  hasEnded = endedNow;
  for (const listener of listeners) listener();
}

/** The session's bearer token, or null for a visitor. */
export const storedToken = read;

/** Whether there is no token because the service has ended the session, and the user has not signed out. */
export const sessionHasEnded = () => hasEnded;

/** Stores the token in this browser; null removes it. Listeners are called before this returns. */
export function storeToken(token: string | null, isForThisRun = false) {
  if (isForThisRun) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${browserRuns}; Path=/; SameSite=Strict`;
  }
  // A browser that keeps no cookies would forget the token at every reload.
  mark(forThisRunKey, isForThisRun && isSameRun());
  if (token === null) browserStorage.removeItem(key);
  else browserStorage.setItem(key, token);
  // Last: between the two, other tabs must not take a new session for a sign-out.
  mark(endedKey, false);
  notice();
}

/** Removes a token whose session the service has ended. Pages that show the account stay, and ask to sign in again. */
export function removeEndedToken() {
  mark(endedKey, true);
  mark(forThisRunKey, false);
  browserStorage.removeItem(key);
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
