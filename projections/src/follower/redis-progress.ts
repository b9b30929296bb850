import { progressChannel, progressMessage } from "@attestory/event-store/progress-message.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { Redis } from "ioredis";

/**
 * Notifies other processes of progress. A notification may be lost or late, so receivers read the checkpoints in the store, and do so
 * from time to time anyway. For receivers without a store, it carries the position of each projection, as JSON of names and positions.
 */
export interface ProgressPublisher {
  /** Never waits and never fails. While a notification is being sent, only the newest of the later ones is kept. */
  tell(positions?: ReadonlyMap<string, Position>): void;
  close(): void;
}

export interface Channel {
  /** A `redis://` connection string. */
  url: string;
  generation: number;
  keyring: Pick<Keyring, "hmac">;
  /** Called once for each outage of the server; notifications are lost until it is back. */
  reportError(error: unknown): void;
}

/** How often a subscriber pings the server, and how long the answer may take. */
const pingEveryMs = 3000;
const silentMs = 2000;

/** How long commands wait for an unavailable server: not at all, or until it is back. */
type Patience =
  | { maxRetriesPerRequest: 0; enableOfflineQueue: false; commandTimeout: number }
  | { maxRetriesPerRequest: null };

const connect = ({ url, reportError }: Channel, patience: Patience): Redis => {
  const retryStrategy = (attempt: number) => Math.min(50 * attempt, 500);
  // `subscribeToProgress` subscribes on each `ready` itself: the client would not retry a subscription that was refused.
  const times = { connectTimeout: 1000, socketTimeout: silentMs, retryStrategy, autoResubscribe: false };
  const client = new Redis(url, { ...patience, ...times });
  let told = false;
  client.on("ready", () => {
    told = false;
  });
  client.on("error", (error) => {
    if (!told) reportError(error);
    told = true;
  });
  return client;
};

export function publishProgress(channel: Channel): ProgressPublisher {
  const client = connect(channel, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 500 });
  const name = progressChannel(channel.keyring, channel.generation);
  let telling = false;
  let next: ReadonlyMap<string, Position> | null = null;
  const tell = (positions: ReadonlyMap<string, Position> = new Map()) => {
    if (telling) {
      next = positions;
      return;
    }
    telling = true;
    const said = client.publish(name, progressMessage(channel.keyring, positions)).catch(() => {});
    void said.finally(() => {
      telling = false;
      if (next === null) return;
      const waited = next;
      next = null;
      tell(waited);
    });
  };
  return { tell, close: () => client.disconnect() };
}

/** @param heard called on each notification, and on each new connection: notifications in between were lost */
export function subscribeToProgress(channel: Channel, heard: () => void): { close(): void } {
  const client = connect(channel, { maxRetriesPerRequest: null });
  client.on("message", heard);
  client.on("ready", () =>
    client.subscribe(progressChannel(channel.keyring, channel.generation)).then(heard, channel.reportError),
  );
  const ping = setInterval(() => {
    if (client.status === "ready") client.ping().catch(() => {});
  }, pingEveryMs).unref();
  return {
    close() {
      clearInterval(ping);
      client.disconnect();
    },
  };
}
