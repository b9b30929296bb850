import type { Position } from "@attestory/events/envelope.ts";
import { openRedis } from "@attestory/runtime/open-redis.ts";
import type { Keyring } from "../vault/keyring.ts";
import { type ProjectionPositions, progressChannel, progressMessage, readProgressMessage } from "./progress-message.ts";
import { PublishedProgress } from "./published-progress.ts";

export interface ProgressChannel {
  /** A `redis://` connection string. */
  url: string;
  generation: number;
  keyring: Pick<Keyring, "hmac">;
  /** Called once for each outage of the server. Notifications are lost until it is back. */
  reportError(error: unknown): void;
}

/** Notifies other processes of the progress of projections. A notification may be late or lost. */
export interface ProgressPublisher {
  /** Never waits and never fails. While a notification is being sent, only the newest of the later ones is kept. */
  publishProgress(positions?: ProjectionPositions): void;
  close(): void;
}

/** The progress that other processes published. */
export interface ProgressSubscription {
  /** True as soon as every published projection is known to have reached the position; false after `ms`, or if too many calls wait. */
  waitForPosition(position: Position, ms: number): Promise<boolean>;
  close(): void;
}

/** A subscriber that receives nothing pings, so that a silent server is noticed. */
const pingEveryMs = 3000;

export function openProgressPublisher({ url, generation, keyring, reportError }: ProgressChannel): ProgressPublisher {
  const client = openRedis({ url, whileUnavailable: "fail", reportError });
  const channel = progressChannel(keyring, generation);
  let isSending = false;
  let next: ProjectionPositions | null = null;

  const send = async (positions: ProjectionPositions) => {
    isSending = true;
    await client.publish(channel, progressMessage(keyring, positions)).catch(() => {});
    isSending = false;
    if (next === null) return;
    const newest = next;
    next = null;
    void send(newest);
  };

  return {
    publishProgress(positions = new Map()) {
      if (isSending) next = positions;
      else void send(positions);
    },
    close: () => client.disconnect(),
  };
}

/** @param onProgress called on each notification, and on each new connection: notifications in between were lost */
export function subscribeToProgress(
  { url, generation, keyring, reportError }: ProgressChannel,
  onProgress: () => void = () => {},
): ProgressSubscription {
  const client = openRedis({ url, whileUnavailable: "wait", reportError });
  const progress = new PublishedProgress();
  client.on("message", (_channel, message: string) => {
    const positions = readProgressMessage(keyring, message);
    if (positions === null) return;
    progress.note(positions);
    onProgress();
  });
  client.on("ready", () => client.subscribe(progressChannel(keyring, generation)).then(onProgress, reportError));
  const ping = setInterval(() => {
    if (client.status === "ready") client.ping().catch(() => {});
  }, pingEveryMs).unref();

  return {
    waitForPosition: (position, ms) => progress.waitForPosition(position, ms),
    close() {
      clearInterval(ping);
      client.disconnect();
    },
  };
}
