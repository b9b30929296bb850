import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { signingKeysStream } from "@attestory/events/envelope.ts";
import { keysCachedSeconds, publishedAheadSeconds } from "@attestory/events/signing-key-validity.ts";
import { decodeProtectedHeader } from "jose";
import { expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { openTokenSigner } from "../tokens/token-signer.ts";
import { settleSigningKeys } from "./rotate-on-schedule.ts";
import { rotateSigningKeys } from "./rotate-signing-keys.ts";
import { currentKey, nextKey, type RotationReason, signingKeys } from "./signing-keys.ts";

const service = scratchServiceOfTest();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startedAt = new Date("2026-01-05T09:30:00Z");

/** A process at a time of its own. `pass` lets its clock go on. */
async function openProcess() {
  const { log, sealing, keyring } = service;
  const commandHandler = createCommandHandler(log, sealing);
  let passedMs = 0;
  const now = () => new Date(startedAt.getTime() + passedMs);
  const reportError = (message: string, error: unknown) => expect.fail(`${message}: ${error}`);
  const pass = (ms: number) => {
    passedMs += ms;
  };
  const parts = { commandHandler, keyring, now, pause: async (ms: number) => pass(ms) };
  const signer = await openTokenSigner({ ...parts, reportError, elapsed: () => passedMs });
  const keys = async () => (await commandHandler.load(signingKeys, signingKeysStream)).state;
  return {
    signer,
    keys,
    now,
    pass,
    rotate: (reason: RotationReason) => rotateSigningKeys(parts, reason, systemContext("test", now())),
    settle: (days = 90) => settleSigningKeys({ ...parts, days }),
    current: async () => currentKey(await keys(), "ES256")?.keyId,
    next: async () => nextKey(await keys(), "ES256")?.keyId,
    signs: async () => decodeProtectedHeader(await signer.sign({ algorithm: "ES256", type: "at+jwt" }, {})).kid,
    knows: async (keyId = "", by: "published" | "any" = "published") =>
      (await signer.verificationKey({ algorithm: "ES256", keyId, by })) !== undefined,
  };
}

const rotations = async ({ keys }: Awaited<ReturnType<typeof openProcess>>) =>
  (await keys()).filter(({ algorithm, signsSince }) => algorithm === "ES256" && signsSince).length - 1;

it("RS-11 publishes a key for a day before it signs, and lets the former one verify until its last token has expired", async () => {
  expect(publishedAheadSeconds).toBeGreaterThan(keysCachedSeconds);
  const one = await openProcess();
  const first = await one.current();
  expect(await one.rotate("planned")).toEqual({ refused: "next-key-too-new" });
  const published = await one.next();
  one.pass(dayMs - 1);
  expect(await one.rotate("planned")).toEqual({ refused: "next-key-too-new" });
  one.pass(1);
  expect(await one.rotate("planned")).toHaveProperty("position");
  expect([await one.current(), await one.signs()]).toEqual([published, published]);
  expect(await one.next()).not.toBe(published);

  expect([await one.knows(first), await one.knows(await one.next())]).toEqual([true, false]);
  one.pass(hourMs + 60_000);
  expect(await one.knows(first)).toBe(true);
  one.pass(hourMs);
  expect([await one.knows(first), await one.knows(first, "any")]).toEqual([false, true]);
});

it("RS-11 lets another process sign with the new key within a second, and verify with it at once", async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  const first = await other.signs();
  await one.rotate("urgent");
  const second = await one.current();
  expect(await other.signs()).toBe(first);
  expect(await other.knows(second)).toBe(true);
  expect(await other.signs()).toBe(second);
  await one.rotate("urgent");
  other.pass(1000);
  expect(await other.signs()).toBe(await one.current());
});

it("RS-11 rotates once, however many processes do it at once, by command or on schedule", async () => {
  const processes = await Promise.all([openProcess(), openProcess(), openProcess()]);
  const [one] = processes;
  const outcomes = await Promise.all(processes.map(({ rotate }) => rotate("urgent")));
  expect(outcomes.filter((outcome) => "position" in outcome)).toHaveLength(1);
  expect(await rotations(one)).toBe(1);

  for (const { pass } of processes) pass(90 * dayMs - 1);
  await Promise.all(processes.map(({ settle }) => settle()));
  expect(await rotations(one)).toBe(1);
  for (const { pass } of processes) pass(1);
  await Promise.all(processes.map(({ settle }) => settle()));
  await Promise.all(processes.map(({ settle }) => settle()));
  expect(await rotations(one)).toBe(2);
});

it("RS-11 publishes the next keys of a service that has none, and rotates by itself only if that is set", async () => {
  const one = await openProcess();
  expect(await one.next()).toBeUndefined();
  await one.settle(0);
  expect(await one.next()).toBeDefined();
  one.pass(1000 * dayMs);
  await one.settle(0);
  expect(await rotations(one)).toBe(0);
  await one.settle(90);
  expect(await rotations(one)).toBe(1);
});

it("RS-11 CR-03 knows no key any more that signed before keys were compromised", async () => {
  const one = await openProcess();
  const first = await one.current();
  await one.rotate("urgent");
  const second = await one.current();
  await one.rotate("compromised");
  for (const keyId of [first, second]) {
    expect([await one.knows(keyId), await one.knows(keyId, "any")]).toEqual([false, false]);
  }
  expect(await one.knows(await one.signs())).toBe(true);
});

it("RS-11 CR-03 withdraws retired keys as well after keys were compromised, each once", async () => {
  const one = await openProcess();
  const first = await one.current();
  await one.rotate("urgent");
  one.pass(3 * hourMs);
  expect(await one.knows(first, "any")).toBe(true);
  await one.rotate("compromised");
  expect(await one.knows(first, "any")).toBe(false);

  const withdrawnAt = async () => (await one.keys()).find(({ keyId }) => keyId === first)?.withdrawnAt;
  const before = await withdrawnAt();
  one.pass(hourMs);
  await one.rotate("compromised");
  expect(await withdrawnAt()).toEqual(before);
});
