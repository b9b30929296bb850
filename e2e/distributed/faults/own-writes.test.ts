/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, newPerson, register } from "../../http/client.ts";
import { ownWritesContract } from "../../http/own-writes.contract.ts";
import { inTurn, join, marks } from "../../http/own-writes.ts";
import type { Services } from "../../start-services.ts";
import { startHeldServices } from "../held-services.ts";
import { whyNotDistributed } from "../start-distributed.ts";

const full = process.env.FULL_RUN === "1";
const times = full ? { rounds: 10_000, late: 400, kills: 20 } : { rounds: 200, late: 20, kills: 2 };

describe.skipIf(whyNotDistributed())("own writes over two processes of each service", () => {
  let services: Services;
  beforeAll(async () => {
    services = await startHeldServices();
  }, 120_000);
  afterAll(() => services?.remove());

  ownWritesContract(async () => ({ ...services, remove: async () => {} }), { ...times, endsWait: true });

  describe("waiting readers", () => {
    it("RW-6 wait typically less than 50 ms longer than other readers", { timeout: 120_000 }, async () => {
      const { client } = await join(services);
      const waits: number[] = [];
      for (let n = 0; n < 40; n++) {
        const mark = marks.header(await client.rename(`name ${n}`));
        const [own, again] = [await timed(() => client.firstName(mark)), await timed(() => client.firstName(mark))];
        waits.push(own - again);
      }
      expect(waits.toSorted((a, b) => a - b)[20]).toBeLessThan(50);
    });

    it("SE-03 can use a signed-out token for at most a second while the projections are stopped", {
      timeout: 120_000,
    }, async () => {
      const { token } = await register(services.commands[0] ?? "", newPerson());
      const statusAt = async (url: string) => (await call(url, "GET /api/auth/me", { token })).status;
      for (const url of services.queries) await expect.poll(() => statusAt(url)).toBe(200);
      services.projector.stop();
      const out = await call(services.commands[0] ?? "", "POST /api/auth/logout", { token });
      const answered = performance.now();
      const goodFor = services.queries.map(async (url) => {
        let lastMs = 0;
        while (performance.now() - answered < 2500) {
          const asked = performance.now();
          if ((await statusAt(url)) === 200) lastMs = asked - answered;
        }
        return lastMs;
      });
      const longest = Math.max(...(await Promise.all(goodFor)));
      services.projector.goOn();
      expect(out.status).toBe(200);
      expect(longest).toBeLessThan(1000);
      for (const url of services.queries) await expect.poll(() => statusAt(url)).toBe(401);
    });

    it("RW-7 do not delay other readers, however many wait", { timeout: 120_000 }, async () => {
      const { client } = await join(services);
      const query = inTurn(services.queries);
      const { token } = await register(services.commands[0] ?? "", newPerson());
      const statusAt = async (url: string) => (await call(url, "GET /api/auth/me", { token })).status;
      await client.firstName({});
      for (const url of services.queries) await expect.poll(() => statusAt(url)).toBe(200);
      services.projector.stop();
      const renamed = await client.rename("Ada");
      const parked = Array.from({ length: full ? 1000 : 200 }, () =>
        client.read("/api/auth/me", marks.header(renamed)),
      );
      const since = performance.now();
      const others = await Promise.all(Array.from({ length: 4 }, () => statusAt(query())));
      const ms = performance.now() - since;
      services.projector.goOn();
      expect(others).toEqual([200, 200, 200, 200]);
      for (const { status } of await Promise.all(parked)) expect([200, 503]).toContain(status);
      expect(await client.firstName(marks.header(renamed))).toBe("Ada");
      expect(ms).toBeLessThan(1500);
    });
  });
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
