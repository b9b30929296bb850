import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { hardwareKeysStream, mailStream, secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { linkToken } from "../accounts/link-token.ts";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { hardwareKeys } from "../hardware-keys/hardware-keys.ts";
import { emailStream } from "../identifiers/canonical.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import { heldLog } from "../testing/failing-logs.ts";
import { addTestKey } from "../testing/people.ts";
import { undoEmailChange } from "./undo-email-change.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const changeId = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const account = { userId, email: "owner@example.com", username: "juniper", firstName: null, lastName: null };
const start = new Date("2026-03-02T10:00:00.000Z").getTime();

const scratch = scratchServiceOfTest();
let minutes: number;
beforeEach(async () => {
  minutes = 0;
  await happens(userStream(userId), { type: "UserRegistered", data: { ...account, passwordHash: "hash" } });
  await happens(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
});

const now = () => new Date(start + minutes * 60_000);
/** Each event is a minute after the one before it. */
async function happens(stream: Parameters<ScratchService["happened"]>[0], event: AttestoryEvent, id = randomUUID()) {
  minutes += 1;
  await scratch.happened(stream, event, { id, person: userId, recordedAt: now() });
  return id;
}

const keyAdded = (): HardwareKeyEvent => ({
  type: "HardwareKeyAdded",
  data: {
    userId,
    keyId: randomUUID(),
    challengeId: randomUUID(),
    credentialId: "credential",
    publicKey: "key",
    name: "key",
    signCount: 0,
    transports: [],
    aaguid: "00000000-0000-0000-0000-000000000000",
    deviceType: "multiDevice",
    backedUp: true,
    discoverable: true,
    userVerified: true,
  },
});
/** Returns the id of the event. */
const addsKey = () => happens(hardwareKeysStream(userId), keyAdded());
async function enablesTotp() {
  const stream = secondFactorsStream(userId);
  const enabled = await happens(stream, { type: "TwoFactorEnabled", data: { userId } });
  const codes = { userId, setId: randomUUID(), digests: ["digest"] };
  return [enabled, await happens(stream, { type: "RecoveryCodesIssued", data: codes })];
}
const causeOf = (causeId: string) => ({ causeId, causeStream: "keys", causeVersion: 1, letter: "a letter" });
const isSent = (id: string) => happens(mailStream(id), { type: "LetterSent", data: causeOf(id) });
const isAbandoned = (id: string) =>
  happens(mailStream(id), { type: "LetterAbandoned", data: { ...causeOf(id), reason: "not taken" } });

function changesAddress() {
  const { keyring } = scratch;
  const [email, formerEmail] = ["intruder@example.com", account.email];
  const identifiers = { identifier: emailStream(keyring, email), formerIdentifier: emailStream(keyring, formerEmail) };
  const data = { userId, requestId: randomUUID(), email, formerEmail, ...identifiers };
  return happens(userStream(userId), { type: "EmailChanged", data }, changeId);
}

function undoes(log: EventLog = scratch.log, commandHandler = createCommandHandler(log, scratch.sealing)) {
  minutes += 1;
  const { keyring } = scratch;
  const token = linkToken(keyring, "undo-email", { userId, eventId: changeId });
  return undoEmailChange({ log, keyring, commandHandler }, token, systemContext("test", now()));
}

/** The ids of the events that added what the account still has. */
async function left() {
  const commandHandler = createCommandHandler(scratch.log, scratch.sealing);
  const { state: keys } = await commandHandler.load(hardwareKeys, hardwareKeysStream(userId));
  const { state: factors } = await commandHandler.load(secondFactors, secondFactorsStream(userId));
  const { events } = await scratch.log.read(hardwareKeysStream(userId));
  const isLeft = (id: string) => keys.keys.some(({ keyId }) => keyId === id);
  const added = events.flatMap((event) =>
    event.type === "HardwareKeyAdded" && isLeft(event.data.keyId) ? [event.id] : [],
  );
  return { keys: added, totp: factors.totp !== null, codes: factors.recovery !== null };
}

describe("D00 S1 the undo of a change of the address", () => {
  it("D00 removes a key that was added before the change, if its email was not sent before it", async () => {
    const told = await addsKey();
    await isSent(told);
    const untold = await addsKey();
    await isAbandoned(await addsKey());
    await changesAddress();
    await isSent(untold);
    await addsKey();
    expect(await undoes()).toHaveProperty("position");
    expect(await left()).toEqual({ keys: [told], totp: false, codes: false });
  });

  it("D00 removes an authenticator app and codes of before the change whose emails were not sent", async () => {
    await enablesTotp();
    await changesAddress();
    await undoes();
    expect(await left()).toEqual({ keys: [], totp: false, codes: false });
  });

  it("D00 leaves an authenticator app and codes of before the change whose emails were sent", async () => {
    for (const id of await enablesTotp()) await isSent(id);
    await changesAddress();
    await undoes();
    expect(await left()).toEqual({ keys: [], totp: true, codes: true });
  });

  it("S1 removes what was added between its two appends, and leaves what the owner adds afterwards", async () => {
    await changesAddress();
    // Nothing is to be removed yet, so the undo itself is the first append.
    const slow = heldLog(scratch.log, 1);
    const undone = undoes(slow.log);
    await Promise.race([slow.held, undone]);
    await addsKey();
    await enablesTotp();
    slow.letGo();
    expect(await undone).toHaveProperty("position");
    expect(await left()).toEqual({ keys: [], totp: false, codes: false });
    const own = await addsKey();
    expect(await undoes()).toEqual({ refused: "invalid-link" });
    expect(await left()).toMatchObject({ keys: [own] });
  });

  it("D20 removes a key that was checked before the sessions ended, and appended after", async () => {
    await changesAddress();
    const slow = heldLog(scratch.log, 1);
    const commandHandler = createCommandHandler(slow.log, scratch.sealing);
    const added = addTestKey(commandHandler, { userId, keyId: randomUUID(), credentialId: randomUUID() });
    await slow.held;
    const undone = undoes(slow.log, commandHandler);
    const types = async () => (await scratch.log.read(userStream(userId))).events.map(({ type }) => type);
    await expect.poll(types).toContain("EmailChangeUndone");
    slow.letGo();
    expect([await added, await undone]).toMatchObject([
      { position: expect.anything() },
      { position: expect.anything() },
    ]);
    expect(await left()).toMatchObject({ keys: [] });
  });

  it("S1 removes it with the same link, if the process died after the undo", async () => {
    await changesAddress();
    await addsKey();
    const released: string[] = [];
    await happens(userStream(userId), {
      type: "EmailChangeUndone",
      data: { userId, changeId, email: account.email, released },
    });
    const own = await addsKey();
    expect(await undoes()).toEqual({ refused: "invalid-link" });
    expect(await left()).toMatchObject({ keys: [own] });
  });
});
