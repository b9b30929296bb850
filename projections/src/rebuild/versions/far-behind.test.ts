import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import type { Projection } from "../../read-models/projection.ts";
import { namedProjection } from "../../testing/named-projection.ts";
import { farBehind } from "../build-behind.ts";
import { countEvents } from "./count-events.ts";

const [one, other, users] = [
  namedProjection("one@1"),
  namedProjection("other@1"),
  namedProjection("users@1", "authentication"),
];
const behind = async (head: bigint, ...at: [Projection, bigint][]) =>
  (await farBehind({ checkpoints: new Map(at), head, isFar: async (from, to) => to - from > 100n })).map(
    ({ name }) => name,
  );

it("builds what has no documents yet", async () => {
  expect(await behind(1000n, [one, 0n], [other, 1000n], [users, 0n])).toEqual([one.name, users.name]);
});

it("leaves it to the follower to apply a few events, or few of many", async () => {
  expect(await behind(100n, [one, 0n], [users, 50n])).toEqual([]);
  expect(await behind(100_000n, [one, 99_000n], [other, 99_000n])).toEqual([]);
  expect(await behind(100_000n, [one, 50_000n], [other, 50_000n])).toEqual([one.name, other.name]);
});

it("builds what would hold back others of its group", async () => {
  expect(await behind(100_000n, [one, 99_000n], [other, 100_000n])).toEqual([one.name]);
  expect(await behind(100_000n, [users, 99_000n], [other, 100_000n])).toEqual([]);
});

it("counts events, not positions", async () => {
  const service = await openScratchService();
  const userId = randomUUID();
  for (let n = 0; n < 7; n++) {
    await service.happened(userStream(userId), { type: "VerificationRequested", data: { userId } });
  }
  const { log } = service;
  /** As a log whose positions are bytes. */
  const inBytes: Pick<EventLog, "scan"> = {
    async scan(after, limit, types) {
      const { checkedUpTo, ...rest } = await log.scan(after / 1000n, limit, types);
      return { ...rest, checkedUpTo: checkedUpTo * 1000n };
    },
  };
  const isFar = countEvents(inBytes, 5n);
  expect([await isFar(0n, 5000n), await isFar(0n, 6000n), await isFar(2000n, 7000n)]).toEqual([false, true, false]);
  expect([await countEvents(inBytes, 0n)(6000n, 7000n), await countEvents(inBytes, 0n)(7000n, 7000n)]).toEqual([
    true,
    false,
  ]);
  await service.close();
});
