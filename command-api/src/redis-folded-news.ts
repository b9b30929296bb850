import type { Position } from "@attestory/events/envelope.ts";
import { Redis } from "ioredis";
import { z } from "zod";

/** How far other processes have folded, as far as they were heard of it. */
export interface FoldedNews {
  /** True as soon as every projection is known to have folded everything up to the position; false after `ms`, or when too many wait. */
  reached(position: Position, ms: number): Promise<boolean>;
  close(): void;
}

interface Channel {
  /** A `redis://` connection string. */
  url: string;
  generation: number;
  /** Hears once of each time that the server cannot be reached. */
  onTrouble(message: string, error: unknown): void;
}

/** As the projections tell it: names and positions. */
const news = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue("no JSON");
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string().regex(/^\d{1,20}$/)));

const pingEveryMs = 3000;
const mostWaiting = 1000;

/**
 * Listens to what the projections tell over Redis. Nobody relies on it: news get lost while Redis is away, and whoever waits then
 * waits in vain.
 */
export function hearFolded({ url, generation, onTrouble }: Channel): FoldedNews {
  const positions = new Map<string, Position>();
  const waiting = new Set<() => void>();
  const holds = (position: Position) => positions.size > 0 && [...positions.values()].every((at) => at >= position);
  const client = new Redis(url, {
    ...{ maxRetriesPerRequest: null, connectTimeout: 1000, socketTimeout: 2000 },
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    autoResubscribe: false,
  });
  let told = false;
  const trouble = (error: unknown) => {
    if (!told) onTrouble("what was folded is not heard: Redis does not answer", error);
    told = true;
  };
  client.on("error", trouble);
  // After each connection: what was refused once would never be asked for again.
  client.on("ready", () => {
    told = false;
    client.subscribe(`attestory:folded:${generation}`).catch(trouble);
  });
  client.on("message", (_, message: string) => {
    const read = news.safeParse(message);
    if (!read.success) return;
    for (const [name, text] of Object.entries(read.data)) {
      const position = BigInt(text);
      if (position > (positions.get(name) ?? -1n)) positions.set(name, position);
    }
    for (const look of waiting) look();
  });
  const ping = setInterval(() => {
    if (client.status === "ready") client.ping().catch(() => {});
  }, pingEveryMs).unref();

  return {
    reached(position, ms) {
      if (holds(position)) return Promise.resolve(true);
      if (waiting.size >= mostWaiting) return Promise.resolve(false);
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
