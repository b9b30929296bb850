import { randomUUID } from "node:crypto";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it, onTestFinished } from "vitest";
import { users } from "./read-models/users.ts";
import { startProjections } from "./testing/start-projections.ts";

const names = [users.name];

it("RW-6 shows a new event within 50 ms in the median", async () => {
  const service = await openScratchService();
  const { progress, stop } = await startProjections(service);
  onTestFinished(async () => {
    await stop();
    await service.close();
  });
  const register = (userId = randomUUID()) => {
    const names = { firstName: null, lastName: null };
    const data = { userId, email: "ada@example.org", username: "ada", passwordHash: "x", ...names };
    return service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
  };
  await progress.waitForPosition(names, await register(), 30_000);
  const waits: number[] = [];
  for (let round = 0; round < 20; round++) {
    const position = await register();
    const since = performance.now();
    expect(await progress.waitForPosition(names, position, 30_000)).toBe(true);
    waits.push(performance.now() - since);
  }
  expect(waits.toSorted((a, b) => a - b)[10]).toBeLessThan(50);
});
