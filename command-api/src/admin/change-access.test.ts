import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { adminsStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { contextFrom } from "../testing/command-origin.ts";
import { Died, dyingLog } from "../testing/failing-logs.ts";
import { givenVerifiedUser } from "../testing/people.ts";
import { type AccessChange, changeAccess } from "./change-access.ts";
import { roster } from "./roster.ts";

const service = scratchServiceOfFile();

const now = new Date("2026-03-02T10:00:00.000Z");

/** The call of an admin, who repeats it with the same key. */
function asked(change: AccessChange) {
  const context = contextFrom(service.keyring, { path: `/api/admin/users/${change.userId}/roles`, now });
  return (log = service.log) => changeAccess(createCommandHandler(log, service.sealing), change, context);
}

const listed = async () =>
  (await createCommandHandler(service.log, service.sealing).load(roster, adminsStream)).state.listed;

it.each([1, 2] as const)(
  "AC-04 finishes a promotion that was interrupted before append %i when its call is repeated with the same key",
  async (nth) => {
    const userId = await givenVerifiedUser(service);
    const send = asked({ userId, to: { isAdmin: true } });
    await expect(send(dyingLog(service.log, nth, "before"))).rejects.toThrow(Died);
    expect(await listed()).not.toContain(userId);
    expect(await send()).toEqual({ position: expect.any(BigInt) });
    expect(await listed()).toContain(userId);
  },
);

it("AC-04 does not list an admin again who was demoted after the call that is repeated", async () => {
  const [first, userId] = [await givenVerifiedUser(service), await givenVerifiedUser(service)];
  await asked({ userId: first, to: { isAdmin: true } })();
  const send = asked({ userId, to: { isAdmin: true } });
  await send();
  await asked({ userId, to: { isAdmin: false } })();
  await send();
  expect(await listed()).not.toContain(userId);
});
