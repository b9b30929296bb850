import { LogUnavailable } from "../event-log.ts";

/**
 * What a failed call means. `wrong-version`: another writer came first. `no-stream`: nothing was ever written there. `no-place`: no
 * event stands at exactly the position that was given. `refused`: nobody who is known called. `transient`: the same call may succeed;
 * whether this one did is not known.
 */
export type Failure = "wrong-version" | "no-stream" | "no-place" | "refused" | "transient" | "final";

const byType: Record<string, Failure> = {
  "wrong-expected-version": "wrong-version",
  "stream-not-found": "no-stream",
  unavailable: "transient",
  timeout: "transient",
  "deadline-exceeded": "transient",
  cancelled: "transient",
  "not-leader": "transient",
  "access-denied": "refused",
};
/** CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED (a buffer on the way is full), ABORTED, UNAVAILABLE. */
const transientCodes: ReadonlySet<unknown> = new Set([1, 4, 8, 10, 14]);
/** INTERNAL by its code: a connection that was closed under a call, by either side. */
const hungUp = /Received RST_STREAM|Session closed/;
/** A server that starts, and a cluster of which no member was found. */
const nobodyThere = /Server Is Not Ready|^Failed to discover/;
/** What the server says of a position at which no event begins: to a read, and to a subscription, among other things. */
const noPlace = /Unexpected ReadAllResult|Exception was thrown by handler/;

/** By type, code or message: the client gives some errors no type, and some no code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Silence) return "transient";
  const { type, code, message } = error as { type?: unknown; code?: unknown; message?: unknown };
  const known = byType[String(type)];
  if (known) return known;
  if (transientCodes.has(code) || nobodyThere.test(String(message))) return "transient";
  if (code === 13 && hungUp.test(String(message))) return "transient";
  return code === 2 && noPlace.test(String(message)) ? "no-place" : "final";
}

/** A refusal may be over tomorrow: a store that is new makes its users a moment after it answers. */
export function unavailable(cause: unknown): LogUnavailable {
  const isRefused = failureOf(cause) === "refused";
  const what = isRefused ? "refuses the user or the password of EVENT_LOG" : "did not answer";
  return new LogUnavailable(`the event store ${what}`, { cause });
}

/** Nothing was heard for so long that nothing is expected any more. */
export class Silence extends Error {
  override name = "Silence";
}
