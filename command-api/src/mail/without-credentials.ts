import type { Credentials } from "./mail-server-facts.ts";

const longest = 500;
/** A shorter text occurs in other words by chance. */
const shortestName = 3;

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** What a server may repeat of the credentials: as they are, and as they are sent (RFC 4616, `AUTH LOGIN`). */
function secretsIn(auth: Credentials | undefined): string[] {
  const { user = "", pass = "" } = auth ?? {};
  const names = user.length < shortestName ? [] : [user, base64(user)];
  const secrets = pass === "" ? [] : [pass, base64(pass), encodeURIComponent(pass), base64(`\0${user}\0${pass}`)];
  // A longer text may contain a shorter one.
  return [...names, ...secrets].sort((one, other) => other.length - one.length);
}

/** The words of a server on one line, without control characters and without what it repeats of the credentials. */
export function withoutCredentials(said: string, auth: Credentials | undefined): string {
  const clean = secretsIn(auth).reduce((text, secret) => text.replaceAll(secret, "•••"), said);
  return clean
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, longest);
}
