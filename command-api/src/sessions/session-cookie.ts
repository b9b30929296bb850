import { endCookie, hostCookie } from "@attestory/http/parsing/cookies.ts";
import { sessionCookie } from "@attestory/http/parsing/read-credential.ts";

/** The cookie that carries the session token. With `maxAgeSeconds` null it expires when the browser closes. */
export const sessionCookieFor = (token: string, maxAgeSeconds: number | null): string =>
  hostCookie(sessionCookie, token, maxAgeSeconds ?? undefined);

export const endedSessionCookie = (): string => endCookie(sessionCookie);
