import { Redis } from "ioredis";

/**
 * A connection for commands that a caller waits for. They fail within half a second while the server is unavailable or silent. It
 * notices within two seconds, and reconnects by itself. @param reportError is called with each connection error
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
  // Without a listener, an error would end the process.
  client.on("error", reportError);
  return client;
}
