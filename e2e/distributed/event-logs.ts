import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { afterAll, beforeAll } from "vitest";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { type FaultProxy, startFaultProxy } from "../stand-ins/fault-proxy.ts";

const onFault = (error: Error) => {
  throw error;
};

/** A generation that no other test uses: one server stores the logs of all tests. */
export const newGeneration = () => randomInt(1, 2 ** 47);

export const openLog = (url: string, generation = newGeneration()): Promise<EventLog> =>
  openEventLog({ url, generation, writes: true, onFault });

/** The server of `EVENT_LOG_URL`, or a stand-in if the variable is not set. */
export async function someEventStore(): Promise<{ url: string; stop(): Promise<unknown> }> {
  const url = process.env.EVENT_LOG_URL;
  return url ? { url, stop: async () => {} } : startEventStore(join(temporaryFolder(), "events.sqlite"));
}

/** A stand-in for all tests of a file, whose stored records they read and change, with one log on it. */
export function useStandIn(file: string): { url: string; generation: number; log: EventLog } {
  const generation = newGeneration();
  const used = { url: "", generation, log: undefined as unknown as EventLog };
  let store: EventStoreProcess;
  beforeAll(async () => {
    store = await startEventStore(file);
    used.url = store.url;
    used.log = await openLog(store.url, generation);
  });
  afterAll(async () => {
    await used.log.close();
    await store.stop();
  });
  return used;
}

/** A stand-in that tests can kill, behind a network that tests can disturb, with one log on it. */
export interface FaultyLog {
  proxy: FaultProxy;
  log: EventLog;
  /** Opens the same log again, bypassing the network. */
  direct(): Promise<EventLog>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openFaultyLog(file: string, more: string[] = []): Promise<FaultyLog> {
  let store: EventStoreProcess = await startEventStore(file, 0, more);
  const proxy = await startFaultProxy({ host: "127.0.0.1", port: store.port });
  const generation = newGeneration();
  const opened: EventLog[] = [];
  const open = async (port: number) => {
    const log = await openLog(`esdb://127.0.0.1:${port}?tls=false`, generation);
    opened.push(log);
    return log;
  };
  return {
    proxy,
    log: await open(proxy.port),
    direct: () => open(store.port),
    kill: () => store.kill(),
    restart: async () => {
      store = await store.restart();
    },
    async close() {
      for (const log of opened) await log.close();
      await proxy.close();
      await store.kill();
    },
  };
}
