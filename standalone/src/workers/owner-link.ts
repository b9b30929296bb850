import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { LogUnavailable, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { Notices } from "@attestory/http/server/create-service.ts";
import type { Consumption, RateLimit, RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Ask, Failure, FromWorker, NamedLimit, ToWorker } from "./worker-messages.ts";

/** What only the owner has, as a worker uses it. */
export interface OwnerLink {
  append: EventLog["append"];
  /** Counts at the owner: exact over all processes. */
  rateLimiter: RateLimiter;
  mailFault(): Promise<string | null>;
  notices: Notices;
  /** To be called with each answer of the owner. */
  answered(message: Extract<ToWorker, { kind: "answer" | "failure" }>): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** @param send sends a message to the owner. A message that cannot be sent is a question without an answer: the process ends then. */
export function linkToOwner(send: (message: FromWorker) => void): OwnerLink {
  const waiting = new Map<number, Waiting>();
  let last = 0;

  // The casts are safe: `answerAsk` answers each kind with this type.
  const ask = <Answer>(asked: Ask): Promise<Answer> => {
    const id = ++last;
    send({ kind: "ask", id, ask: asked });
    return new Promise((resolve, reject) => waiting.set(id, { resolve: resolve as Waiting["resolve"], reject }));
  };
  const limit = (of: NamedLimit): RateLimit => ({
    consume: (key) => ask<Consumption>({ kind: "consume", of, key }),
    refund: (key) => ask<void>({ kind: "refund", of, key }),
    reset: (key) => ask<void>({ kind: "reset", of, key }),
  });

  return {
    append: (stream, expected, events) => ask<Position>({ kind: "append", stream, expected, events }),
    rateLimiter: {
      window: (name, most, seconds) => limit({ name, limit: most, seconds }),
      delays: (name, rule) => limit({ name, rule }),
    },
    mailFault: () => ask<string | null>({ kind: "mailFault" }),
    notices: () => ask<Readonly<Record<string, string>>>({ kind: "notices" }),
    answered(message) {
      const question = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === "answer") question?.resolve(message.value);
      else question?.reject(errorOf(message.failure));
    },
  };
}

function errorOf({ name, message }: Failure): Error {
  if (name === "VersionConflict") return new VersionConflict(message);
  // What else may happen to an append, or where the owner changes over to another generation.
  return new LogUnavailable(`the owner of the data: ${message}`);
}
