import { endCookie, hostCookie } from "@attestory/http/parsing/cookies.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/**
 * Remembers when a request came first from a browser: one in which nobody was signed in, or one whose user has to sign in again. The login
 * that follows is an answer to that request, so that `prompt=login` and `max_age` ask for no second one, also after a reload.
 */
export const seenCookie = "__Host-authorization-seen";

const secondsKept = 1800;
/** Tabs that may wait at the login screen at once. */
const mostKept = 5;

type Hmac = (...parts: string[]) => string;
/** Every parameter, in the order in which it was sent. */
type Sent = Readonly<Record<string, string | string[]>>;

const macOf = (sent: Sent, at: string, hmac: Hmac) =>
  hmac("authorization seen", JSON.stringify(Object.entries(sent)), at).slice(0, 22);

const entriesIn = (cookie: string | undefined) => (cookie ?? "").split("~", mostKept).map((entry) => entry.split("."));

const isRecent = (at: string | undefined, now: Date): at is string => {
  const age = now.getTime() - Number.parseInt(at ?? "", 36);
  return age >= 0 && age < secondsKept * 1000;
};

/** When this request came first, if it waits for a login. Null if it does not, or came long ago. */
export function seenSignedOut(sent: Sent, cookie: string | undefined, { now, hmac }: { now: Date; hmac: Hmac }) {
  const own = entriesIn(cookie).find(
    ([at, mac = ""]) => isRecent(at, now) && isEqualInConstantTime(mac, macOf(sent, at, hmac)),
  );
  return own?.[0] === undefined ? null : new Date(Number.parseInt(own[0], 36));
}

/** The `Set-Cookie` line that remembers this request besides those that the cookie names. */
export function rememberSeen(
  sent: Sent,
  cookie: string | undefined,
  { seenAt, now, hmac }: { seenAt: Date; now: Date; hmac: Hmac },
): string {
  const at = seenAt.getTime().toString(36);
  const others = entriesIn(cookie)
    .filter(([other]) => isRecent(other, now))
    .map((entry) => entry.join("."));
  const kept = [...new Set([`${at}.${macOf(sent, at, hmac)}`, ...others])].slice(0, mostKept);
  return hostCookie(seenCookie, kept.join("~"), secondsKept);
}

/** An answered request may not count as seen again: the same request would then ask for no login. */
export const forgetSeen = (): string => endCookie(seenCookie);
