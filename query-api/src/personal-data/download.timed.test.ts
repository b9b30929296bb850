import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { manySessions } from "../testing/many-sessions.ts";
import { people } from "../testing/people.ts";
import { HeldProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi } from "../testing/scratch-query-api.ts";

const megabyte = 1_000_000;

/** Of the heap, what is in use. */
const inUse = () => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
};

it("sends a history of 100,000 events without holding it in memory", { timeout: 300_000 }, async () => {
  const scratch = await openScratchQueryApi((service) => new HeldProjections(service));
  onTestFinished(() => scratch.close());
  const userId = await people(scratch).registered();
  // No account has more than a hundred live sessions at once.
  const recordedAt = scratch.clock.now;
  for (let group = 0; group < 10; group++) {
    await manySessions(scratch.service, { userId, sessions: 100, uses: 99, recordedAt });
  }
  const { token } = await people(scratch).signedIn(userId);
  await scratch.projections.fold();
  const before = inUse();
  let [bytes, most, next] = [0, 0, 0];
  const { status, body } = await scratch.get("/api/user/data", { token });
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes < next) continue;
    next += 5 * megabyte;
    most = Math.max(most, inUse() - before);
  }
  expect(status).toBe(200);
  // Some 450 bytes an event. Held as objects, they take several times as much.
  expect(bytes).toBeGreaterThan(40 * megabyte);
  expect(most).toBeLessThan(30 * megabyte);
});
