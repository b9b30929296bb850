import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AttestoryEvent, NewEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { type StoredEvent, type StreamName, userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { newEvent } from "../testing/new-event.ts";
import { scratchServiceOfFile } from "../testing/scratch-scenes.ts";
import { tracesOfKey } from "../testing/traces-of-key.ts";
import { openKeyring } from "./keyring.ts";
import { masterKey } from "./master-key.ts";
import { createSealing, DamagedSeal, type Seal } from "./sealing.ts";

const service = scratchServiceOfFile();

const secrets = {
  email: "ada.lovelace@example.com",
  username: "ada_lovelace_1815",
  passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaGFzaGFzaA",
  firstName: "Augusta Ada",
  lastName: "Lovelace-Byron",
};
const from = { ip: "203.0.113.77", userAgent: "Mozilla/5.0 (Analytical Engine; Linux x86_64)" };

const registered = (userId: string): AttestoryEvent => ({ type: "UserRegistered", data: { userId, ...secrets } });
const seenIn = (sessionId: string) =>
  ({ type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } }) as const;
const seen = (): AttestoryEvent => seenIn(randomUUID());

const decided = (event: AttestoryEvent, person: string | null, said: Partial<NewEvent> = {}): NewEvent =>
  newEvent(event, { person, ...said });

/** Appends a registration and returns it as read from the log. */
async function recordedRegistration(): Promise<RecordedEvent> {
  const userId = randomUUID();
  await service.happened(userStream(userId), registered(userId), { person: userId, ...from });
  const { events } = await service.log.read(userStream(userId));
  return events[0] as RecordedEvent;
}

const openOne = async (event: RecordedEvent) => (await service.sealing.decrypt([event]))[0];
/** The event as if it were stored elsewhere, or with other bytes. */
const altered = (event: RecordedEvent, stored: Partial<StoredEvent>): RecordedEvent =>
  ({ ...event, person: stored.person ?? event.person, stored: { ...event.stored, ...stored } }) as RecordedEvent;

describe("sealed fields", () => {
  it("are refused in an event without a person", async () => {
    const userId = randomUUID();
    await expect(service.sealing.seal(userStream(userId), [decided(registered(userId), null)])).rejects.toThrow(
      "UserRegistered has personal fields and no person",
    );
  });

  it("are refused when the payload does not fit its schema, before anything is written", async () => {
    const wrong: AttestoryEvent = seenIn("not-a-uuid");
    await expect(service.sealing.seal(userStream(randomUUID()), [decided(wrong, null)])).rejects.toThrow();
  });

  it("LG-02 are null as read from the log, and complete once decrypted", async () => {
    const event = await recordedRegistration();
    const nothing = { email: null, username: null, passwordHash: null, firstName: null, lastName: null };
    expect(event).toMatchObject({ ip: null, userAgent: null, data: nothing });
    expect(await openOne(event)).toMatchObject({ ...from, data: secrets, id: event.id, position: event.position });
  });

  it("are decrypted for many persons in one batch, with unsealed events and erased persons", async () => {
    const [one, two, erased] = await Promise.all([1, 2, 3].map(recordedRegistration));
    const plain = userStream(randomUUID());
    await service.happened(plain, seen());
    await service.keyring.erasePerson(erased?.person ?? "");
    const batch = [one, erased, ...(await service.log.read(plain)).events, two] as RecordedEvent[];
    const opened = await service.sealing.decrypt(batch);
    expect(opened.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    expect(opened.map((event) => ("email" in event.data ? event.data.email : "none"))).toEqual([
      secrets.email,
      null,
      "none",
      secrets.email,
    ]);
  });

  it("include the IP address and user agent, also where the payload has nothing personal", async () => {
    const [stream, person] = [userStream(randomUUID()), randomUUID()];
    await service.happened(stream, seen(), { person, ...from });
    await service.happened(stream, seen(), { person: null, ...from });
    const opened = await service.sealing.decrypt((await service.log.read(stream)).events);
    expect(opened).toMatchObject([from, { ip: null, userAgent: null, stored: { sealed: null } }]);
  });
});

describe("LG-02 sealed fields of an erased person", () => {
  it("are null for ever, also after a restart, while the rest of the event stays", async () => {
    const event = await recordedRegistration();
    const userId = event.person as string;
    await service.keyring.erasePerson(userId);
    const restarted = createSealing(await openKeyring(service.vault, masterKey(service.masterKey), service.log));
    for (const sealing of [service.sealing, restarted]) {
      const [opened] = await sealing.decrypt((await service.log.read(event.stream)).events);
      expect(opened).toMatchObject({ ip: null, userAgent: null, data: { userId, email: null, firstName: null } });
    }
    await expect(restarted.seal(event.stream, [decided(registered(userId), userId)])).rejects.toThrow("was erased");
  });
});

describe("sealed fields stored apart from their event", () => {
  const sealOf = ({ stored: { id, type, stream, person, sealed } }: RecordedEvent) =>
    ({ id, type, stream, person, sealed }) as Seal;

  it("decrypt as with their event, and are null once the person is erased", async () => {
    const [one, erased] = await Promise.all([recordedRegistration(), recordedRegistration()]);
    await service.keyring.erasePerson(erased.person as string);
    const opened = await service.sealing.decryptSealed([sealOf(erased), sealOf(one)]);
    expect(opened).toEqual([null, { ...from, data: secrets }]);
  });

  it("do not decrypt under another event's id", async () => {
    const seal = sealOf(await recordedRegistration());
    await expect(service.sealing.decryptSealed([{ ...seal, id: randomUUID() }])).rejects.toBeInstanceOf(DamagedSeal);
  });
});

describe("CR-07 a ciphertext", () => {
  it("does not decrypt when it was moved to another event, type or stream", async () => {
    const event = await recordedRegistration();
    for (const place of [
      { id: randomUUID() },
      { type: "DecoyRegistered" },
      { stream: userStream(randomUUID()) },
      { stream: "user" as StreamName },
    ]) {
      await expect(service.sealing.decrypt([altered(event, place)])).rejects.toBeInstanceOf(DamagedSeal);
    }
  });

  it("does not decrypt as another person's, nor with another event's bytes", async () => {
    const [one, two] = await Promise.all([recordedRegistration(), recordedRegistration()]);
    await expect(service.sealing.decrypt([altered(one, { person: two.person })])).rejects.toBeInstanceOf(DamagedSeal);
    await expect(service.sealing.decrypt([altered(one, { sealed: two.stored.sealed })])).rejects.toBeInstanceOf(
      DamagedSeal,
    );
  });

  it("does not decrypt when any byte was changed, removed or added", async () => {
    const event = await recordedRegistration();
    const sealed = Buffer.from(event.stored.sealed ?? []);
    const others = Array.from(sealed, (byte, index) => {
      const changed = Buffer.from(sealed);
      changed[index] = byte ^ 0x80;
      return changed;
    });
    others.push(sealed.subarray(0, -1), sealed.subarray(0, 20), Buffer.alloc(0), Buffer.concat([sealed, Buffer.of(0)]));
    for (const changed of others) {
      await expect(service.sealing.decrypt([altered(event, { sealed: changed })])).rejects.toBeInstanceOf(DamagedSeal);
    }
  });

  it("never repeats a nonce for a person in ten thousand events", async () => {
    const userId = randomUUID();
    await service.keyring.createPersonKey(userId);
    const events = Array.from({ length: 1000 }, () => decided(seen(), userId, from));
    const nonces = new Set<string>();
    for (let round = 0; round < 10; round++) {
      for (const { sealed } of await service.sealing.seal(userStream(userId), events)) {
        nonces.add(Buffer.from(sealed ?? []).toString("latin1", 1, 13));
      }
    }
    expect(nonces.size).toBe(10_000);
  });
});

it("LG-02 stores nothing personal and no key in clear in any file of the data folder", async () => {
  const event = await recordedRegistration();
  await service.happened(event.stream, seen(), { person: event.person, ...from });
  const [key] = [...(await service.keyring.personKeys([event.person as string])).values()].map((one) => one.export());
  if (!key) throw new Error("the person has no key");
  const inSight = [...Object.values(secrets), from.ip, from.userAgent, "lovelace", "Augusta", "203.0.113"];
  const hidden = inSight.flatMap((text) => [
    text,
    Buffer.from(text).toString("base64").slice(0, -4),
    text.toUpperCase(),
  ]);

  const found = () => {
    const files = readdirSync(service.dataDir);
    expect(files).toEqual(expect.arrayContaining(["events-1.sqlite", "vault.sqlite"]));
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(service.dataDir, name))));
    expect(bytes.includes(event.id)).toBe(true);
    return [
      ...hidden.filter((text) => text !== "" && bytes.includes(text)),
      ...tracesOfKey(bytes, key).map((encoding) => `the person's key as ${encoding}`),
      ...tracesOfKey(bytes, service.masterKey).map((encoding) => `the master key as ${encoding}`),
    ];
  };
  expect(found()).toEqual([]);
  // Nor in the one file of each store that remains after it was closed.
  await Promise.all([service.log.close(), service.vault.close()]);
  expect(found()).toEqual([]);
});
