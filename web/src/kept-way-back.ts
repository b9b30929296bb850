import { browserStorage } from "./browser-storage.ts";
import { forgetWayBack, wayBackKey, withWayBack } from "./way-back.ts";

const keptMs = 60 * 60_000;

/** Keeps the way back for the tab that a link in an email opens. Of a window that an application opened, only that window can go back. */
export function keepWayBack(): void {
  const login = withWayBack("/login");
  if (login === "/login" || window.opener !== null) forgetWayBack();
  else browserStorage.setItem(wayBackKey, JSON.stringify({ login, until: Date.now() + keptMs }));
}

/** The sign-in screen, which leads back to where the person came from within the last hour. It follows no `redirect` to another site. */
export function loginAfterEmail(): string {
  const { login, until } = kept();
  const isKept = typeof login === "string" && login.startsWith("/login?redirect=") && Number(until) > Date.now();
  return isKept ? login : "/login";
}

function kept(): { login?: unknown; until?: unknown } {
  try {
    return JSON.parse(browserStorage.getItem(wayBackKey) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
