import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { appendDamaged } from "@attestory/event-store/testing/damaged-seal.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { claimsProgressStream, type StreamName, settlementsStream, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { expectWorkerGoesOn } from "../testing/worker-progress.ts";
import { emailStream } from "./canonical.ts";
import { type ReservationExpiry, startReservationExpiry } from "./expire-reservations.ts";
import type { Settlement } from "./settlements.ts";

const leaseUntil = new Date("2026-03-02T10:00:00.000Z");
const afterHours = (hours: number) => new Date(leaseUntil.getTime() + hours * 3_600_000);

const scratch = scratchServiceOfTest();
let at: Date;
let open: ReservationExpiry[];
let reported: unknown[];
let reportedAbandoned: Settlement[];
/** What the log throws when a user's stream is read; null if it can be read. */
let readError: Error | null;
beforeEach(() => {
  at = leaseUntil;
  open = [];
  reported = [];
  reportedAbandoned = [];
  readError = null;
});
afterEach(async () => {
  for (const { close } of open) await close();
});

async function startExpiry() {
  const { sealing, keyring } = scratch;
  const log = logWith(scratch.log, {
    async read(stream, ...rest) {
      if (readError && stream.startsWith("user-")) throw readError;
      return scratch.log.read(stream, ...rest);
    },
  });
  const commandHandler = createCommandHandler(log, sealing);
  const worker = await startReservationExpiry({
    log,
    commandHandler,
    keyring,
    now: () => at,
    reportError: (_, error, abandoned) => (abandoned ? reportedAbandoned.push(abandoned) : reported.push(error)),
    everyMs: 2,
  });
  open.push(worker);
  return worker;
}

/** A reservation whose user's record does not open, so that nobody can tell whether the registration succeeded. */
async function reserves({ damaged = true } = {}) {
  const userId = crypto.randomUUID();
  const identifier = emailStream(scratch.keyring, `${userId}@example.com`);
  const claim = { userId, leaseUntil: leaseUntil.toISOString() };
  await scratch.happened(identifier, { type: "IdentifierClaimed", data: claim });
  const account = { userId, email: "wren@example.com", username: "wren", firstName: null, lastName: null };
  const event = { type: "UserRegistered", data: { ...account, passwordHash: "hash" } } as const;
  if (damaged) await appendDamaged(scratch, { stream: userStream(userId), event }, { person: userId });
  return { userId, identifier };
}
const eventsOf = async (stream: StreamName) => (await scratch.log.read(stream)).events;
const typesOf = async (stream: StreamName) => (await eventsOf(stream)).map(({ type }) => type);

describe("a reservation that cannot be settled", () => {
  it("B4 is tried for a day, then given up: it stays reserved, and the checkpoint moves on", async () => {
    const { userId, identifier } = await reserves();
    at = afterHours(23.9);
    const worker = await startExpiry();
    await expect.poll(() => reported.length).toBeGreaterThan(5);
    expect(await eventsOf(settlementsStream)).toEqual([]);
    expect(worker.abandoned.fault()).toBeNull();

    at = afterHours(24);

    await expect.poll(() => reportedAbandoned).toEqual([{ userId, identifier }]);
    expect(await eventsOf(settlementsStream)).toMatchObject([
      { type: "SettlementAbandoned", data: { userId, identifier, since: leaseUntil.toISOString() } },
    ]);
    expect(await typesOf(identifier)).toEqual(["IdentifierClaimed"]);
    expect(worker.abandoned.fault()).toBe("1 could not be settled");
    expect([...worker.abandoned.counts()]).toContainEqual(["email", 1]);
    await expectWorkerGoesOn(scratch, claimsProgressStream);
  });

  it("B4 has the age that the log gives it, whenever the worker was started", async () => {
    const { userId, identifier } = await reserves();
    at = afterHours(30);
    await startExpiry();
    await expect.poll(() => reportedAbandoned).toEqual([{ userId, identifier }]);
    expect(reported).toHaveLength(4);
  });

  it("B4 is tried again by the next start, and recorded as settled when that succeeds", async () => {
    const { userId, identifier } = await reserves({ damaged: false });
    at = afterHours(30);
    readError = new Error("cannot be read");
    const first = await startExpiry();
    await expect.poll(() => first.abandoned.fault()).toBe("1 could not be settled");
    await first.close();
    readError = null;

    const second = await startExpiry();

    await expect.poll(() => typesOf(identifier)).toEqual(["IdentifierClaimed", "IdentifierReleased"]);
    await expect.poll(() => second.abandoned.fault()).toBeNull();
    expect((await eventsOf(settlementsStream)).at(-1)).toMatchObject({
      type: "SettlementResolved",
      data: { userId, identifier },
    });
    await second.close();
    expect((await startExpiry()).abandoned.fault()).toBeNull();
  });

  it("B4 is recorded as settled when the next registration of the identifier has settled it", async () => {
    const { userId, identifier } = await reserves();
    at = afterHours(30);
    const worker = await startExpiry();
    await expect.poll(() => worker.abandoned.fault()).toBe("1 could not be settled");

    await scratch.happened(identifier, { type: "IdentifierReleased", data: { userId } });

    await expect.poll(() => worker.abandoned.fault()).toBeNull();
    expect(await typesOf(settlementsStream)).toEqual(["SettlementAbandoned", "SettlementResolved"]);
  });

  it("B4 is given up once when three workers run", async () => {
    await reserves();
    at = afterHours(30);
    await Promise.all([startExpiry(), startExpiry(), startExpiry()]);
    await expect.poll(() => reportedAbandoned).toHaveLength(3);
    expect(await typesOf(settlementsStream)).toEqual(["SettlementAbandoned"]);
    for (const { abandoned } of open) expect(abandoned.fault()).toBe("1 could not be settled");
  });

  it("B4 waits as long as the log is unavailable", async () => {
    const { identifier } = await reserves({ damaged: false });
    at = afterHours(72);
    readError = new LogUnavailable("the log is away");
    await startExpiry();
    await expect.poll(() => reported.length).toBeGreaterThan(6);
    expect(reportedAbandoned).toEqual([]);
    readError = null;
    await expect.poll(() => typesOf(identifier)).toEqual(["IdentifierClaimed", "IdentifierReleased"]);
  });
});
