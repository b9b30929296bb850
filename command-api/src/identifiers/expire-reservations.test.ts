import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { claimsProgressStream, type Position, sessionStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { emailStream } from "./canonical.ts";
import { startReservationExpiry } from "./expire-reservations.ts";
import { leaseSeconds } from "./reservation.ts";

const now = new Date("2026-03-02T10:00:00.000Z");
const over = new Date(now.getTime() + leaseSeconds * 1000);

const scratch = scratchServiceOfTest();
let open: (() => Promise<void>)[];
let reportedErrors: unknown[];
beforeEach(() => {
  open = [];
  reportedErrors = [];
});
afterEach(async () => {
  for (const close of open) await close();
});

/** The position from which each follower started. */
const begun: Position[] = [];
/** @param checks called at each check for expired leases */
async function startExpiry(at = over, instead: Partial<EventLog> = {}, checks = () => {}) {
  const { log: whole, sealing, keyring } = scratch;
  const log = logWith(whole, {
    follow(after, signal) {
      begun.push(after);
      return whole.follow(after, signal);
    },
    ...instead,
  });
  const commandHandler = createCommandHandler(log, sealing);
  const reportError = (_: string, error: unknown) => reportedErrors.push(error);
  const now = () => {
    checks();
    return at;
  };
  const parts = { log, commandHandler, keyring, now, reportError };
  const started = await startReservationExpiry({ ...parts, everyMs: 5 });
  open.push(started.close);
  return started;
}

const key = (name: string) => emailStream(scratch.keyring, `${name}@example.com`);
/** The reservation that a dead registration left behind. */
const reservations = (name: string) =>
  scratch.happened(key(name), {
    type: "IdentifierClaimed",
    data: { userId: randomUUID(), leaseUntil: over.toISOString() },
  });
const types = async (stream: ReturnType<typeof key>) => (await scratch.log.read(stream)).events.map(({ type }) => type);
const isReleased = (name: string) =>
  expect.poll(() => types(key(name))).toEqual(["IdentifierClaimed", "IdentifierReleased"]);
const somethingElse = (count: number) =>
  Promise.all(
    Array.from({ length: count }, randomUUID).map((sessionId) =>
      scratch.happened(sessionStream(sessionId), {
        type: "SessionSeen",
        data: { sessionId, authenticatedAt: null, proofs: null },
      }),
    ),
  );
const checkpoints = async () => (await scratch.log.read(claimsProgressStream)).events.map(({ data }) => data);

describe("expiry of reservations", () => {
  it("releases expired reservations from before its start and after it", async () => {
    await reservations("before");
    await startExpiry();
    await isReleased("before");
    await reservations("after");
    await isReleased("after");
    expect(reportedErrors).toEqual([]);
  });

  it("leaves a reservation alone until its lease ends", async () => {
    await reservations("slow");
    let checks = 0;
    await startExpiry(new Date(over.getTime() - 1), {}, () => checks++);
    await expect.poll(() => checks).toBeGreaterThan(2);
    expect(await types(key("slow"))).toEqual(["IdentifierClaimed"]);
  });

  it("starts from its checkpoint on a long log, and misses no reservation across a restart", async () => {
    await somethingElse(600);
    const first = await startExpiry();
    await expect.poll(checkpoints).toHaveLength(1);
    await first.close();
    const unsettled = await reservations("unsettled");
    const second = await startExpiry(now);
    await somethingElse(600);
    await expect.poll(checkpoints).toHaveLength(2);
    await second.close();
    await startExpiry();
    await isReleased("unsettled");
    expect(begun.slice(-3)[0]).toBe(0n);
    for (const after of begun.slice(-2)) expect([after >= 500n, after < unsettled]).toEqual([true, true]);
  });

  it("releases each reservation once when three workers run", async () => {
    const names = Array.from({ length: 20 }, (_, n) => `wren-${n}`);
    for (const name of names) await reservations(name);
    await Promise.all([startExpiry(), startExpiry(), startExpiry()]);
    for (const name of names) await isReleased(name);
    expect(reportedErrors).toEqual([]);
  });

  it("reports a reservation that it could not settle, settles the others, and retries", async () => {
    await reservations("bad");
    await reservations("good");
    let bad = true;
    await startExpiry(over, {
      async read(stream, after) {
        if (bad && stream === key("bad")) throw new Error("cannot be read");
        return scratch.log.read(stream, after);
      },
    });
    await isReleased("good");
    await expect.poll(() => reportedErrors).toContainEqual(new Error("cannot be read"));
    bad = false;
    await isReleased("bad");
  });

  it("stops when it is closed", async () => {
    let checks = 0;
    await reservations("early");
    const closed = await startExpiry(new Date(over.getTime() - 1), {}, () => checks++);
    await expect.poll(() => checks).toBeGreaterThan(2);
    await closed.close();
    const before = checks;
    await reservations("late");
    // Another worker checks as often: by then the closed one would have checked too.
    let othersChecks = 0;
    await startExpiry(now, {}, () => othersChecks++);
    await expect.poll(() => othersChecks).toBeGreaterThan(4);
    expect(checks).toBe(before);
  });
});
