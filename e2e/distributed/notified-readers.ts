import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  openProgressPublisher,
  type ProgressPublisher,
  subscribeToProgress,
} from "@attestory/event-store/progress/redis-progress.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { type Position, userStream } from "@attestory/events/envelope.ts";
import { type WatchedProgress, watchProgress } from "@attestory/projections/follower/watch-progress.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import type { ReadStoreWriter } from "@attestory/projections/store/read-store.ts";
import { checkpointAt } from "@attestory/projections/testing/checkpoint-at.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type FaultProxy, startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { type RedisServer, startRedisServer } from "../stand-ins/redis-server.ts";
import { keyring } from "./shared-keyring.ts";

const names = [users.name];
/** Longer than any test. */
export const never = 2 ** 31 - 1;
/** How long a reader waits at most, in milliseconds. Only a reader that is never woken waits so long. */
const givesUpAfterMs = 10_000;

/** Progress notifications through a Redis that subscribers reach over a network that tests can disturb. Valid inside tests. */
export class Notifications {
  server!: RedisServer;
  proxy!: FaultProxy;
  publisher!: ProgressPublisher;
  /** How many notifications arrived. */
  heard = 0;
  /** How many failures were reported. */
  troubles = 0;
  readonly closing: (() => unknown)[] = [];

  /** Subscribes; resolves once notifications arrive. */
  async listen(onWake: () => void = () => {}): Promise<void> {
    const url = new URL(this.server.url);
    url.host = `127.0.0.1:${this.proxy.port}`;
    const channel = { url: url.href, generation: 1, keyring, reportError: () => this.troubles++ };
    const listener = subscribeToProgress(channel, () => {
      this.heard++;
      onWake();
    });
    this.closing.push(listener.close);
    await this.waitUntilHeard();
  }

  async waitUntilHeard(): Promise<void> {
    const before = this.heard;
    await expect
      .poll(() => {
        this.publisher.publishProgress();
        return this.heard;
      })
      .toBeGreaterThan(before + 2);
    // Waits until no more notifications arrive.
    for (let last = -1, still = 0; still < 3; await wait(25)) {
      still = this.heard === last ? still + 1 : 0;
      last = this.heard;
    }
  }
}

export function useNotifications(): Notifications {
  const given = new Notifications();
  beforeAll(async () => {
    given.server = await startRedisServer();
    given.proxy = await startFaultProxy(given.server);
  });
  beforeEach(() => {
    [given.heard, given.troubles] = [0, 0];
    given.publisher = openProgressPublisher({ url: given.server.url, generation: 1, keyring, reportError: () => {} });
    given.closing.push(given.publisher.close);
  });
  afterEach(async () => {
    for (const close of given.closing.splice(0).reverse()) await close();
    given.proxy.resume();
    await given.proxy.accept();
  });
  afterAll(async () => {
    await given.proxy.close();
    await given.server.close();
  });
  return given;
}

/** A process that waits for projections which other processes run. */
export class WaitingReader {
  readonly #service: ScratchService;
  readonly #store: ReadStoreWriter;
  readonly #watched: WatchedProgress;
  /** How often it has read the checkpoints. */
  reads = 0;

  private constructor(service: ScratchService, store: ReadStoreWriter, readEveryMs?: number) {
    this.#service = service;
    this.#store = store;
    const checkpoints = async () => {
      const read = await store.checkpoints();
      this.reads++;
      return read;
    };
    this.#watched = watchProgress({
      log: service.log,
      store: { checkpoints },
      names,
      staleSeconds: 60,
      reportError: (error) => console.error(error),
      ...(readEveryMs !== undefined && { readEveryMs }),
    });
  }

  /** Subscribes to the notifications. `readEveryMs`: how often it polls; as in production by default. */
  static async open(notifications: Notifications, readEveryMs?: number): Promise<WaitingReader> {
    const service = await openScratchService();
    const store = await openReadStoreWriter(service);
    const reader = new WaitingReader(service, store, readEveryMs);
    notifications.closing.push(
      () => service.close(),
      () => store.close(),
      () => reader.#watched.close(),
    );
    await notifications.listen(reader.#watched.onNotification);
    return reader;
  }

  /** Appends an event; returns its position. */
  async write(): Promise<Position> {
    const userId = randomUUID();
    return this.#service.happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
  }

  /** Projects up to the position, as a follower in another process does. */
  project = (position: Position): Promise<void> =>
    this.#store.write([{ collection: users, documents: new Map(), checkpoint: checkpointAt(position) }]);

  /** Waits for the position; resolves to false if that is given up. */
  waitForPosition = (position: Position): Promise<boolean> =>
    this.#watched.waitForPosition(names, position, givesUpAfterMs);
}
