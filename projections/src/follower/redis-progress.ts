import { progressChannel, progressMessage } from "@attestory/event-store/progress-message.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { Redis } from "ioredis";

/**
 * News that something was folded, from who folds to who waits for it in another process. They may get lost or come late, so who has to
 * know looks in the store, and looks now and then anyhow. For who has no store they say how far each projection is, as JSON of names
 * and positions.
 */
export interface ProgressPublisher {
  /** Never waits and never fails. What is told while the news before is on its way becomes one. */
  tell(positions?: ReadonlyMap<string, Position>): void;
  close(): void;
}

export interface Channel {
  /** A `redis://` connection string. */
  url: string;
  generation: number;
  keyring: Pick<Keyring, "hmac">;
  /** Hears once of each time that the server cannot be reached; news are lost until it is. */
  reportError(error: unknown): void;
}

/** How often a connection on which nothing comes is looked at, and how long the answer may take. */
const pingEveryMs = 3000;
const silentMs = 2000;

/** How long commands wait for a server that is away: not at all, or for as long as it is. */
type Patience =
  | { maxRetriesPerRequest: 0; enableOfflineQueue: false; commandTimeout: number }
  | { maxRetriesPerRequest: null };

const connect = ({ url, reportError }: Channel, patience: Patience): Redis => {
  const retryStrategy = (attempt: number) => Math.min(50 * attempt, 500);
  // Who listens says so after each connection: what was refused once would never be asked for again.
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

/** @param heard told of each news, and whenever the connection is made anew: what came meanwhile was lost */
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
