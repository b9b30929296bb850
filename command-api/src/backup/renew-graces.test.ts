import { randomUUID } from "node:crypto";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { renewGraces, requestedIn } from "./renew-graces.ts";

const service = scratchServiceOfTest();
const now = new Date("2026-11-28T12:00:00Z");
const renew = async () => renewGraces({ ...service, now }, await requestedIn(service.log));

/** Asks for the erasure of a new account. Returns what the account's stream tells of erasures. */
async function givenRequest() {
  const userId = randomUUID();
  const stream = userStream(userId);
  const data = { userId, erasesAt: "2026-11-15T12:00:00.000Z" };
  await service.happened(stream, { type: "ErasureRequested", data }, { person: userId });
  const told = async () => (await service.log.read(stream)).events.map((event) => [event.type, event.data]);
  return { userId, stream, told };
}

it("lets the grace begin anew for those whose erasure is requested", async () => {
  const { userId, told } = await givenRequest();
  await renew();
  expect((await told()).at(-1)).toEqual(["ErasureRequested", { userId, erasesAt: "2026-12-12T12:00:00.000Z" }]);
});

it("leaves those who kept their account, whose erasure has started, and whose key is destroyed", async () => {
  const [kept, started, destroyed] = [await givenRequest(), await givenRequest(), await givenRequest()];
  const ids = { requestId: randomUUID(), receiptId: randomUUID(), reason: "own" } as const;
  const { userId } = kept;
  await service.happened(kept.stream, { type: "ErasureCancelled", data: { userId, requestId: ids.requestId } });
  await service.happened(started.stream, { type: "ErasureStarted", data: { userId: started.userId, ...ids } });
  await destroyPersonKey({ ...service, now }, destroyed.userId);
  await renew();
  expect(await Promise.all([kept, started, destroyed].map(async ({ told }) => (await told()).length))).toEqual([
    2, 2, 1,
  ]);
});
