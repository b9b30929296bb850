import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import type { UserCommand } from "../accounts/user-command.ts";
import { systemContext } from "../handling/command-context.ts";
import { Died, dyingLog, heldLog } from "../testing/failing-logs.ts";
import {
  later,
  newPerson,
  now,
  openRegistrations,
  type Process,
  type Registrations,
} from "../testing/registrations.ts";
import { changeUsername } from "./change-username.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { undoEmailChange } from "./undo-email-change.ts";

/** No change makes more appends than this. */
const mostAppends = 6;
const cuts = Array.from({ length: mostAppends }, (_, n) => n + 1).flatMap((nth) =>
  (["before", "after"] as const).map((moment) => ({ nth, moment })),
);

let all: Registrations;
let close: () => Promise<void>;
beforeAll(async () => {
  const scratch = await openScratchService();
  all = await openRegistrations(async () => scratch.log);
  close = async () => {
    await all.close();
    await scratch.close();
  };
});
afterAll(() => close());

/** A user whose address is not verified yet. */
async function given(process = all.started()) {
  const person = newPerson();
  const registered = await process.registers(person);
  if (!("userId" in registered)) throw new Error(registered.refused);
  return { ...person, userId: registered.userId };
}
type User = Awaited<ReturnType<typeof given>>;

const append = (process: Process, userId: string, command: UserCommand) =>
  process.commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command,
    person: userId,
    commandContext: systemContext("test", now),
  });
const eventIdOf = async ({ userId }: User, type: string) =>
  (await all.log.read(userStream(userId))).events.findLast((event) => event.type === type)?.id ?? "";
const partsOf = ({ log, commandHandler }: Process) => ({ log, commandHandler, keyring: all.keyring });

/** The token of a link to another address that the user asked for. */
async function givenLink(owner: User, email: string): Promise<string> {
  await append(all.started(), owner.userId, { type: "request-email-change", email, taken: false });
  const eventId = await eventIdOf(owner, "EmailChangeRequested");
  return linkToken(all.keyring, "confirm-email", { userId: owner.userId, eventId });
}
const givenUndo = async (owner: User) => {
  const eventId = await eventIdOf(owner, "EmailChanged");
  return linkToken(all.keyring, "undo-email", { userId: owner.userId, eventId });
};

type Change = (process: Process, at?: Date) => Promise<object>;
/** Each returns the change, ready to be made by a process. */
const changes: Record<string, (owner: User, wanted: ReturnType<typeof newPerson>) => Promise<Change>> = {
  username:
    async ({ userId }, { username }) =>
    (process, at = now) =>
      changeUsername(
        { ...partsOf(process), usernameChanges: unlimited.window("", 1, 1) },
        { userId, username },
        systemContext("test", at),
      ),
  address: async (owner, { email }) => {
    const token = await givenLink(owner, email);
    return (process, at = now) => confirmEmailChange(partsOf(process), token, systemContext("test", at));
  },
  undo: async (owner, { email }) => {
    await confirmEmailChange(partsOf(all.started()), await givenLink(owner, email), systemContext("test", now));
    const token = await givenUndo(owner);
    return (process, at = now) => undoEmailChange(partsOf(process), token, systemContext("test", at));
  },
};

const unlessDied = (error: unknown) => {
  if (!(error instanceof Died)) throw error;
};
const dying = (log: EventLog, { nth, moment }: (typeof cuts)[number]) => all.started(dyingLog(log, nth, moment));

describe.each(Object.keys(changes))("UQ-03 UQ-05 a change of %s", (kind) => {
  const prepare = changes[kind] as (typeof changes)[string];

  it("UQ-03 that dies at any append leaves one owner of each identifier, and can be made again", async () => {
    for (const cut of cuts) {
      const [owner, wanted] = [await given(), newPerson()];
      const change = await prepare(owner, wanted);
      await change(dying(all.log, cut)).catch(unlessDied);
      await all.sweeps();
      await all.holds();
      // By another user, or again: the identifier belongs to one of them.
      await all.started().registers(newPerson(wanted), { at: later });
      await change(all.started(), later);
      await all.sweeps(all.started(), new Date(later.getTime() + 60_000));
      await all.holds();
    }
  });

  it("UQ-04 that pauses before any append until its lease is over leaves one owner of each identifier", async () => {
    for (let nth = 1; nth <= 3; nth++) {
      const [owner, wanted] = [await given(), newPerson()];
      const change = await prepare(owner, wanted);
      const slow = heldLog(all.log, nth);
      const slowly = change(all.started(slow.log));
      await Promise.race([slow.held, slowly]);
      await all.sweeps();
      const other = await all.started().registers(newPerson(wanted), { at: later });
      slow.letGo();
      const outcome = await slowly;
      await all.sweeps();
      await all.holds();
      if (kind !== "undo" && nth === 2) {
        expect(other).toEqual({ userId: expect.any(String) });
        expect(outcome).toHaveProperty("refused");
      }
    }
  });
});
