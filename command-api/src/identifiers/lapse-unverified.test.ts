import { appendDamaged } from "@attestory/event-store/testing/damaged-seal.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import {
  lapsesProgressStream,
  type Position,
  sessionStream,
  settlementsStream,
  userStream,
} from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { type Mode, newPerson, registerPerson, now as t0 } from "../testing/registrations.ts";
import { emailStream, usernameStream } from "./canonical.ts";
import { startRegistrationLapses } from "./lapse-unverified.ts";

const scratch = scratchServiceOfTest();
let at: Date;
let open: (() => Promise<void>)[];
let reads: Position[];
let reportedErrors: unknown[];
let reportedAbandoned: unknown[];
beforeEach(() => {
  at = t0;
  open = [];
  reads = [];
  reportedErrors = [];
  reportedAbandoned = [];
});
afterEach(async () => {
  for (const close of open) await close();
});

const afterDays = (days: number, seconds = 0) => new Date(t0.getTime() + (days * 86_400 + seconds) * 1000);
const handler = () => createCommandHandler(scratch.log, scratch.sealing);

async function startWorker() {
  const log = logWith(scratch.log, {
    readAll(after, limit) {
      reads.push(after);
      return scratch.log.readAll(after, limit);
    },
  });
  const started = await startRegistrationLapses({
    log,
    commandHandler: handler(),
    keyring: scratch.keyring,
    now: () => at,
    everyMs: 2,
    pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
    reportError: (_, error, abandoned) => (abandoned ? reportedAbandoned.push(abandoned) : reportedErrors.push(error)),
  });
  open.push(started.close);
  return started;
}

async function registers({ mode = "lenient", email = newPerson().email }: { mode?: Mode; email?: string } = {}) {
  const person = newPerson({ email });
  const parts = { commandHandler: handler(), keyring: scratch.keyring };
  const registered = await registerPerson(parts, person, { mode, at });
  if (!("userId" in registered)) throw new Error(registered.refused);
  return { ...person, userId: registered.userId };
}

type Registered = Awaited<ReturnType<typeof registers>>;
const typesIn = async (stream: Parameters<typeof scratch.log.read>[0]) =>
  (await scratch.log.read(stream)).events.map(({ type }) => type);
const typesOf = ({ userId }: Registered) => typesIn(userStream(userId));
const lapses = (registered: Registered) => expect.poll(() => typesOf(registered)).toContain("RegistrationLapsed");
const verifies = ({ userId }: Registered) =>
  scratch.happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });

describe("A3 the worker that ends unverified registrations", () => {
  it("A3 ends them after seven days, decoys too, and releases their identifiers", async () => {
    const person = await registers();
    const decoy = await registers({ mode: "strict", email: person.email });
    await startWorker();

    at = afterDays(7);

    await lapses(person);
    await lapses(decoy);
    for (const key of [
      emailStream(scratch.keyring, person.email),
      usernameStream(scratch.keyring, person.username),
      usernameStream(scratch.keyring, decoy.username),
    ]) {
      await expect.poll(() => typesIn(key)).toContain("IdentifierReleased");
    }
    expect(reportedErrors).toEqual([]);
  });

  it("A3 ends none a second earlier, and none that was verified", async () => {
    const [verified, pending] = [await registers(), await registers()];
    await verifies(verified);
    at = afterDays(7, -1);
    const early = await registers();
    await startWorker();
    await expect.poll(() => reads.length).toBeGreaterThan(0);
    expect(await typesOf(pending)).toEqual(["UserRegistered"]);

    at = afterDays(7);

    await lapses(pending);
    expect(await typesOf(verified)).toEqual(["UserRegistered", "EmailVerified"]);
    expect(await typesOf(early)).toEqual(["UserRegistered"]);
  });

  it("A3 reads the log once while it waits, and ends a registration from before a restart", async () => {
    const pending = await registers();
    const first = await startWorker();
    at = afterDays(3);
    await expect.poll(() => reads).toEqual([0n]);
    await first.close();
    await startWorker();

    at = afterDays(7);

    await lapses(pending);
  });

  it("A3 appends one event each when three workers run", async () => {
    const people = [];
    for (let n = 0; n < 10; n++) people.push(await registers());
    await Promise.all([startWorker(), startWorker(), startWorker()]);

    at = afterDays(8);

    for (const person of people) await lapses(person);
    for (const person of people) expect(await typesOf(person)).toEqual(["UserRegistered", "RegistrationLapsed"]);
    expect(reportedErrors).toEqual([]);
  });

  it("A3 records how far it has come, and starts there", async () => {
    await registers();
    for (let n = 0; n < 600; n++) {
      const sessionId = crypto.randomUUID();
      await scratch.happened(
        sessionStream(sessionId),
        { type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } },
        { recordedAt: t0 },
      );
    }
    at = afterDays(8);
    const first = await startWorker();
    await expect.poll(() => typesIn(lapsesProgressStream)).toHaveLength(1);
    await first.close();
    reads = [];

    await startWorker();

    await expect.poll(() => reads.length).toBeGreaterThan(0);
    expect(reads[0]).toBeGreaterThanOrEqual(500n);
  });

  it("B4 gives up one that it cannot end for a day, and comes to the next ones", async () => {
    const userId = crypto.randomUUID();
    const account = { userId, email: "wren@example.com", username: "wren", firstName: null, lastName: null };
    const event = { type: "UserRegistered", data: { ...account, passwordHash: "hash" } } as const;
    await appendDamaged(scratch, { stream: userStream(userId), event }, { person: userId, recordedAt: t0 });
    const next = await registers();
    at = afterDays(8, -1);
    await startWorker();
    await expect.poll(() => reportedErrors.length).toBeGreaterThan(10);
    expect([reportedAbandoned, await typesOf(next)]).toEqual([[], ["UserRegistered"]]);

    at = afterDays(8);

    await lapses(next);
    expect(reportedAbandoned).toEqual([{ userId, identifier: null }]);
    expect((await scratch.log.read(settlementsStream)).events).toMatchObject([
      { type: "SettlementAbandoned", data: { userId, identifier: null, since: afterDays(7).toISOString() } },
    ]);
  });
});
