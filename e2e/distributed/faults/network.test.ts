/** @module-tag slow */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FaultProxy } from "../../stand-ins/fault-proxy.ts";
import { expectSound } from "../expect-sound.ts";
import { type FaultyNetwork, resetConnections, startOnFaultyNetwork } from "../faulty-network.ts";
import { whyNotDistributed } from "../start-distributed.ts";
import { SteadyClients } from "../steady-clients.ts";

const rounds = process.env.FULL_RUN === "1" ? 10 : 1;

/** Network faults; each leaves the network intact. */
const troubles: Record<string, (proxy: FaultProxy) => Promise<void>> = {
  async "takes two seconds for every byte"(proxy) {
    proxy.delay(2000);
    await wait(3000);
    proxy.delay(0);
  },
  async "resets connections in the midst of answers"(proxy) {
    for (let n = 0; n < 12; n++) {
      proxy.cutAfter(50 + 150 * n);
      await wait(150);
    }
  },
  async "loses a tenth of all packets"(proxy) {
    proxy.lose(0.1);
    await wait(1500);
    proxy.lose(0);
  },
  async "is silent, and the other end is gone when it speaks"(proxy) {
    proxy.pause();
    await wait(3000);
    resetConnections(proxy);
  },
};

describe.skipIf(whyNotDistributed())("a faulty network", { timeout: 120_000 * rounds }, () => {
  let network: FaultyNetwork;
  let clients: SteadyClients;
  beforeAll(async () => {
    network = await startOnFaultyNetwork({});
    clients = new SteadyClients(network.stack.url, network.mail);
  }, 120_000);
  afterAll(() => network?.remove());

  it.each(Object.keys(troubles))("RE-34 %s, to one server after the other, loses no user's work", async (name) => {
    const visitors = await Promise.all([clients.newcomer(), clients.newcomer()]);
    for (let round = 0; round < rounds; round++) {
      for (const proxy of [network.eventStore, network.mongo, network.redis]) {
        const stop = new AbortController();
        const staying = visitors.map((visitor) => clients.stay(visitor, stop.signal));
        await troubles[name]?.(proxy);
        stop.abort();
        await Promise.all(staying);
        // The connection pools work again without a restart.
        for (const visitor of visitors) expect(await clients.change(visitor)).toBeLessThan(10_000);
      }
    }
    expect(network.casualties()).toEqual([]);
    await expectSound(network.stack, clients, network.mail);
  });
});
