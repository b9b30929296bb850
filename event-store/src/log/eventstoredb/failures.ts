import { LogUnavailable } from "../event-log.ts";

/**
 * What a failed call means. `wrong-version`: another writer appended first. `no-stream`: the stream was never written. `no-place`: no
 * event has exactly the given position. `refused`: the store did not accept the user or the password. `transient`: the same call may
 * succeed when repeated; whether this one took effect is unknown.
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
/** PERMISSION_DENIED, UNAUTHENTICATED: as a subscription reports them. */
const refusalCodes: ReadonlySet<unknown> = new Set([7, 16]);
/** Has the code INTERNAL: either side closed the connection during a call. */
const hungUp = /Received RST_STREAM|Session closed/;
/** The server is still starting, or no member of the cluster was found. */
const nobodyThere = /Server Is Not Ready|^Failed to discover/;
/** The server's error if no event begins at a position: for a read, and for a subscription (which uses it for other errors, too). */
const noPlace = /Unexpected ReadAllResult|Exception was thrown by handler/;

/** Classifies an error by type, code or message: some of the client's errors have no type, and some no code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Silence) return "transient";
  const { type, code, message } = error as { type?: unknown; code?: unknown; message?: unknown };
  const known = byType[String(type)];
  if (known) return known;
  if (refusalCodes.has(code)) return "refused";
  if (transientCodes.has(code) || nobodyThere.test(String(message))) return "transient";
  if (code === 13 && hungUp.test(String(message))) return "transient";
  return code === 2 && noPlace.test(String(message)) ? "no-place" : "final";
}

/** A refusal counts as unavailable because it may be temporary: a new store creates its users a moment after it first answers. */
export function unavailable(cause: unknown): LogUnavailable {
  const isRefused = failureOf(cause) === "refused";
  const what = isRefused ? "refused the user, its password or a right of it (EVENT_LOG)" : "did not answer";
  return new LogUnavailable(`the event store ${what}`, { cause });
}

/** No response arrived for so long that none is expected any more. */
export class Silence extends Error {
  override name = "Silence";
}
