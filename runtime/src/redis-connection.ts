import { Redis } from "ioredis";

/**
 * A connection for commands that somebody waits for: fails within half a second while the server is away or silent, notices within
 * two that it is, and comes back by itself. @param onTrouble hears of every attempt to connect that fails
 */
export function connectRedis(url: string, reportError: (error: Error) => void): Redis {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    socketTimeout: 2000,
    connectTimeout: 1000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
  });
  // Without a listener the process would end.
  client.on("error", reportError);
  return client;
}
