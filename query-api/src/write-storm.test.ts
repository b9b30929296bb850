import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { people } from "./testing/people.ts";
import { runningProjections } from "./testing/scratch-projections.ts";
import { openScratchQueryApi } from "./testing/scratch-query-api.ts";

/** How long it blows; longer in a full run. */
const stormMs = Number(process.env.STORM_SECONDS ?? 4) * 1000;

it("RE-16 shows under a storm of writes what is fresh or says that it is behind, and is itself again after it", {
  timeout: stormMs + 40_000,
}, async () => {
  const scratch = await openScratchQueryApi(runningProjections);
  onTestFinished(() => scratch.close());
  const happens = people(scratch);
  const userId = await happens.registered();
  const { token } = await happens.signedIn(userId);
  const me = (position?: bigint) =>
    scratch.get("/api/auth/me", {
      token,
      ...(position && { headers: { "X-Log-Position": `${scratch.service.generation}-${position}` } }),
    });
  expect((await me()).status).toBe(200);

  const until = performance.now() + stormMs;
  let written = 0;
  const storm = Array.from({ length: 64 }, async () => {
    while (performance.now() < until) {
      await happens.registered();
      written++;
    }
  });
  const statuses = new Map<number, number>();
  let name = 0;
  while (performance.now() < until) {
    const firstName = `Ada ${++name}`;
    const position = await happens.happenedToUser({
      type: "ProfileChanged",
      data: { userId, firstName, lastName: null },
    });
    const answer = await me(position);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const body = (await answer.json()) as { code?: string; user: { firstName: string } };
    if (answer.status === 200) expect(body.user.firstName).toBe(firstName);
    else expect([answer.status, body.code]).toEqual([503, "projection_lag"]);
  }
  await Promise.all(storm);
  expect(written).toBeGreaterThan(64);
  // Live reads are not starved by the writes: most of them were answered.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
  await expect.poll(async () => (await me()).status, { timeout: 20_000 }).toBe(200);
  await sleep(300);
  expect(scratch.projections.progress.lagSeconds(["users@1", "sessions@1"])).toBeLessThan(2);
});
