import { sessionCookie } from "@attestory/http/parsing/bearer.ts";
import { endCookie, hostCookie } from "@attestory/http/parsing/cookies.ts";

/** Names the same session as the token. `maxAgeSeconds` null: it ends with the browser. */
export const sessionCookieFor = (token: string, maxAgeSeconds: number | null): string =>
  hostCookie(sessionCookie, token, maxAgeSeconds ?? undefined);

export const endedSessionCookie = (): string => endCookie(sessionCookie);
