import { progressChannel, readProgressMessage } from "@attestory/event-store/progress-message.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { Redis } from "ioredis";

/** The projection progress that other processes published. */
export interface ProgressSubscription {
  /** True as soon as every projection is known to have reached the position; false after `ms`, or if too many calls wait. */
  waitForPosition(position: Position, ms: number): Promise<boolean>;
  close(): void;
}

interface Channel {
  /** A `redis://` connection string. */
  url: string;
  generation: number;
  keyring: Pick<Keyring, "hmac">;
  /** Called once per outage of the server. */
  reportError(message: string, error: unknown): void;
}

const pingEveryMs = 3000;
const maxWaiting = 1000;
/** Progress of each running projection arrives four times a second. A projection silent for this long is ignored. */
const forgottenMs = 2000;

/**
 * Subscribes to projection progress over Redis. Delivery is best effort: messages are lost while Redis is unavailable, and
 * `waitForPosition` then returns false after its time.
 */
export function subscribeToProgress({ url, generation, keyring, reportError }: Channel): ProgressSubscription {
  const standing = new Map<string, { position: Position; heardAt: number }>();
  const waiting = new Set<() => void>();
  const holds = (wanted: Position) => {
    const followed = [...standing.values()].filter(({ heardAt }) => performance.now() - heardAt < forgottenMs);
    return followed.length > 0 && followed.every(({ position }) => position >= wanted);
  };
  const client = new Redis(url, {
    ...{ maxRetriesPerRequest: null, connectTimeout: 1000, socketTimeout: 2000 },
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    autoResubscribe: false,
  });
  let told = false;
  const trouble = (error: unknown) => {
    if (!told) reportError("what was folded is not heard: Redis does not answer", error);
    told = true;
  };
  client.on("error", trouble);
  // At each connection: a refused subscription would not be retried otherwise.
  client.on("ready", () => {
    told = false;
    client.subscribe(progressChannel(keyring, generation)).catch(trouble);
  });
  client.on("message", (_, message: string) => {
    const heardAt = performance.now();
    for (const [name, told] of readProgressMessage(keyring, message) ?? []) {
      const known = standing.get(name)?.position ?? -1n;
      standing.set(name, { position: told > known ? told : known, heardAt });
    }
    for (const look of waiting) look();
  });
  const ping = setInterval(() => {
    if (client.status === "ready") client.ping().catch(() => {});
  }, pingEveryMs).unref();

  return {
    waitForPosition(position, ms) {
      if (holds(position)) return Promise.resolve(true);
      if (waiting.size >= maxWaiting) return Promise.resolve(false);
      return new Promise((resolve) => {
        const end = (isThere: boolean) => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(isThere);
        };
        const look = () => holds(position) && end(true);
        const timer = setTimeout(() => end(false), ms);
        waiting.add(look);
      });
    },
    close() {
      clearInterval(ping);
      client.disconnect();
    },
  };
}
