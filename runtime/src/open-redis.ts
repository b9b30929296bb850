import { Redis } from "ioredis";

export type { Redis };

export interface RedisOptions {
  /** A `redis://` connection string. */
  url: string;
  /**
   * What a command does while the server is unavailable or silent. `fail`: it fails within half a second, for callers that wait for
   * it. `wait`: it waits until the server is back, for subscribers and workers.
   */
  whileUnavailable: "fail" | "wait";
  /** How long the server may be silent before the connection is opened again, in milliseconds. */
  silentMs?: number;
  /** Called once for each outage of the server. */
  reportError(error: unknown): void;
}

const commandOptions = {
  fail: { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 500 },
  wait: { maxRetriesPerRequest: null },
} as const;

/** Opens a connection in the background. It connects again by itself, at most half a second after the server is back. */
export function openRedis({ url, whileUnavailable, silentMs = 2000, reportError }: RedisOptions): Redis {
  const client = new Redis(url, {
    ...commandOptions[whileUnavailable],
    connectTimeout: 1000,
    socketTimeout: silentMs,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    // Subscribers subscribe on each `ready`: the client would not retry a subscription that the server refused.
    autoResubscribe: false,
  });
  let isReported = false;
  client.on("ready", () => {
    isReported = false;
  });
  // Without a listener, an error would end the process.
  client.on("error", (error) => {
    if (!isReported) reportError(error);
    isReported = true;
  });
  return client;
}
