import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { beforeEach, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { emailStream } from "../identifiers/canonical.ts";
import { lengthen } from "../testing/long-user-stream.ts";
import { ann, registerAnn } from "../testing/people.ts";
import { findOwner } from "./find-owner.ts";

const scratch = scratchServiceOfTest();
let userId: string;
/** The number of events that each read of the log returned. */
let reads: number[];
beforeEach(async () => {
  reads = [];
  userId = await registerAnn(started());
  await scratch.happened(emailStream(scratch.keyring, ann.email), { type: "IdentifierConfirmed", data: { userId } });
});

/** A process that has nothing cached. */
function started(): CommandHandler {
  const log = logWith(scratch.log, {
    async read(...asked) {
      const page = await scratch.log.read(...asked);
      reads.push(page.events.length);
      return page;
    },
  });
  return createCommandHandler(log, scratch.sealing);
}
const find = (commandHandler: CommandHandler, email: string) =>
  findOwner({ commandHandler, keyring: scratch.keyring }, { email, now: new Date() });

it("B11 reads the log as often for an address without an account as for one with an account", async () => {
  const commandHandler = started();
  for (const attempt of ["cold", "cached"]) {
    reads = [];
    expect(await find(commandHandler, "nobody@example.com"), attempt).toBeNull();
    const unknown = reads.length;
    reads = [];
    expect(await find(commandHandler, ann.email), attempt).toMatchObject({ userId });
    expect(reads.length, attempt).toBe(unknown);
  }
});

it("B11 reads few events of an account after a restart, however many it has", async () => {
  const stream = userStream(userId);
  const running = started();
  for (let events = 20; events <= 1180; events += 20) {
    await lengthen(scratch, { userId, stream }, events);
    await running.load(user, stream);
    await running.settled();
    if (events % 90 > 0) continue;
    reads = [];
    expect(await find(started(), ann.email), `${events} events`).toMatchObject({ userId });
    const read = reads.reduce((sum, count) => sum + count, 0);
    expect(read, `${events} events`).toBeLessThanOrEqual(50 + 70 + 3);
  }
});
