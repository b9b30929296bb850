import type { SealedEvent, StreamName } from "@attestory/events/envelope.ts";
import type { ProgressReport } from "@attestory/projections/follower/progress.ts";
import type { Changed } from "@attestory/projections/store/caching-read-store.ts";
import type { DelayRule } from "@attestory/runtime/rate-limits/rate-limiter.ts";

/** Which rate limit of the owner: a window has a limit and seconds, delays have a rule. */
export type NamedLimit = { name: string; limit: number; seconds: number } | { name: string; rule: DelayRule };

/** What a worker asks of the owner, which alone has it. */
export type Ask =
  | { kind: "append"; stream: StreamName; expected: number; events: readonly SealedEvent[] }
  | { kind: "consume" | "refund" | "reset"; of: NamedLimit; key: string }
  | { kind: "mailFault" }
  | { kind: "notices" };

/** The generation whose files a worker reads from now on. Times are in milliseconds since the epoch, by the owner's clock. */
export interface Generation {
  generation: number;
  /** The time at the owner: the worker's clock does not start before. */
  now: number;
  /** When the owner began to count what may be used once. */
  usesSince: number | null;
}

/** What a question failed with. */
export interface Failure {
  name: string;
  message: string;
}

export type ToWorker =
  | ({ kind: "serve" } & Generation)
  /** How far the documents are, and which were written since the last progress. */
  | { kind: "progress"; changed: Changed; report: ProgressReport }
  /** To be answered once all that was sent before is taken. */
  | { kind: "confirm"; id: number }
  /** Close the generation's files, and say so. The owner answers all requests until the next `serve`. */
  | { kind: "leave" }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "failure"; id: number; failure: Failure }
  | { kind: "measure"; id: number }
  /** Answer what has begun, then end. */
  | { kind: "drain" };

export type FromWorker =
  | { kind: "listening" }
  /** It cannot start, for a reason that an operator can fix. */
  | { kind: "refused"; failure: Failure }
  /** The generation's files are open. It reads none before the first progress, which is the answer to this. */
  | { kind: "opened" }
  /** It has forgotten what the progress before the question includes. */
  | { kind: "confirmed"; id: number }
  | { kind: "left" }
  | { kind: "ask"; id: number; ask: Ask }
  | { kind: "measured"; id: number; metrics: object[] };

/** Environment variable of a worker: the socket at which the owner takes requests. */
export const ownerSocketVariable = "ATTESTORY_OWNER_SOCKET";
