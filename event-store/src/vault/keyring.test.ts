import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { identifierStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { tracesOfKey } from "../testing/traces-of-key.ts";
import { openKeyring, PersonErased, PersonKeyMissing, VaultLost } from "./keyring.ts";
import { masterKey, WrongMasterKey } from "./master-key.ts";
import { SecretUnreadable } from "./secret-encryption.ts";
import { openSqliteVault } from "./sqlite-vault.ts";
import type { Vault } from "./vault.ts";

const folder = temporaryFolder();
const onFault = (error: Error) => {
  throw error;
};
const master = masterKey(randomBytes(32));
const emptyLog = { head: async () => 0n };
let files = 0;
const openEmpty = () => openSqliteVault({ file: join(folder, `${++files}.sqlite`), writes: true, onFault });
let vault: Vault;

beforeAll(async () => {
  vault = await openEmpty();
});
afterAll(() => vault.close());

const person = () => crypto.randomUUID();

it("refuses a master key that the vault was not made with", async () => {
  await openKeyring(vault, master, emptyLog);
  await expect(openKeyring(vault, masterKey(randomBytes(32)), emptyLog)).rejects.toBeInstanceOf(WrongMasterKey);
});

it("LG-02 refuses to encrypt for an erased person", async () => {
  const keyring = await openKeyring(vault, master, emptyLog);
  const [never, before] = [person(), person()];
  await keyring.createPersonKey(before);
  await keyring.erasePerson(never);
  await keyring.erasePerson(before);
  for (const erased of [never, before]) {
    await expect(keyring.personKeyToSeal(erased)).rejects.toBeInstanceOf(PersonErased);
    await expect(keyring.createPersonKey(erased)).rejects.toBeInstanceOf(PersonErased);
  }
});

it("LG-02 forgets the key of an erased person at once, also a cached one", async () => {
  const keyring = await openKeyring(vault, master, emptyLog);
  const [erased, kept] = [person(), person()];
  await keyring.createPersonKey(erased);
  const key = await keyring.createPersonKey(kept);
  await keyring.erasePerson(erased);
  const keys = await keyring.personKeys([erased, kept]);
  expect([...keys.keys()]).toEqual([kept]);
  expect(keys.get(kept)?.equals(key)).toBe(true);
});

it("B1 treats a missing key as a fault, creates none, and recovers with the right vault", async () => {
  const keyring = await openKeyring(vault, master, emptyLog);
  const [lost, known, erased] = [person(), person(), person()];
  await keyring.createPersonKey(known);
  await keyring.erasePerson(erased);
  expect(keyring.missingKeys()).toBeNull();
  for (const asked of [() => keyring.personKeys([known, lost]), () => keyring.personKeyToSeal(lost)]) {
    await expect(asked()).rejects.toBeInstanceOf(PersonKeyMissing);
  }
  expect(await vault.personKeys([lost])).toEqual(new Map());
  expect(keyring.missingKeys()).toBe("lacks the keys of 1 persons");
  expect([...(await keyring.personKeys([known, erased])).keys()]).toEqual([known]);
  await vault.addPersonKey(lost, master.wrap(`person:${lost}`, randomBytes(32)));
  expect([...(await keyring.personKeys([lost])).keys()]).toEqual([lost]);
  expect(keyring.missingKeys()).toBeNull();
});

it("B7 does not cache a key that was read before it was destroyed", async () => {
  const reading = Promise.withResolvers<void>();
  const slow: Vault = {
    ...vault,
    async personKeys(ids) {
      const keys = await vault.personKeys(ids);
      await reading.promise;
      return keys;
    },
  };
  const id = person();
  await (await openKeyring(vault, master, emptyLog)).createPersonKey(id);
  const keyring = await openKeyring(slow, master, emptyLog);
  const read = keyring.personKeys([id]);
  await keyring.erasePerson(id);
  reading.resolve();
  expect((await read).size).toBe(1);
  expect((await keyring.personKeys([id])).size).toBe(0);
});

it("refuses a key that was stored for another person, or a secret in place of a key", async () => {
  const [one, two] = [person(), person()];
  const wrapped = master.wrap(`person:${one}`, randomBytes(32));
  await vault.addPersonKey(two, wrapped);
  const keyring = await openKeyring(vault, master, emptyLog);
  await expect(keyring.personKeys([two])).rejects.toThrow("authenticate");
  await vault.addPersonKey(one, (await vault.secret("link key")) ?? randomBytes(61));
  await expect(keyring.personKeys([one])).rejects.toThrow("authenticate");
});

it("creates one key per person, however many callers ask at once", async () => {
  const [here, there] = await Promise.all([openKeyring(vault, master, emptyLog), openKeyring(vault, master, emptyLog)]);
  const id = person();
  const given = await Promise.all([here, there, here, there].map((keyring) => keyring.createPersonKey(id)));
  const keys = given.map((key) => key.export());
  expect(keys[0]).toHaveLength(32);
  for (const key of keys) expect(key).toEqual(keys[0]);
  expect(keys[0]).not.toEqual((await here.createPersonKey(person())).export());
  const again = await openKeyring(vault, master, emptyLog);
  expect((await again.personKeys([id])).get(id)?.export()).toEqual(keys[0]);
});

it("stores a key in the vault only wrapped by the master key", async () => {
  const keyring = await openKeyring(vault, master, emptyLog);
  const id = person();
  const key = await keyring.createPersonKey(id);
  const kept = (await vault.personKeys([id])).get(id);
  expect(tracesOfKey(Buffer.from(kept as Uint8Array), key.export())).toEqual([]);
});

it("computes the same digest after every start, and another one for any other input", async () => {
  const keyring = await openKeyring(vault, master, emptyLog);
  const digest = keyring.hmac("identifier pepper", "email", "ada@example.com");
  const others = [
    keyring.hmac("link key", "email", "ada@example.com"),
    keyring.hmac("identifier pepper", "emaila", "da@example.com"),
    keyring.hmac("identifier pepper", "email", "ada@example.com", ""),
    keyring.hmac("identifier pepper", 'email","ada@example.com'),
    keyring.hmac("identifier pepper"),
  ];
  expect(new Set([digest, ...others]).size).toBe(6);
  const again = await openKeyring(vault, master, emptyLog);
  expect(again.hmac("identifier pepper", "email", "ada@example.com")).toBe(digest);
  expect(identifierStream("email", digest)).toBe(`email-${digest}`);
});

it("agrees on one set of secrets when eight services start at once on an empty vault", async () => {
  const empty = await openEmpty();
  const keyrings = await Promise.all(Array.from({ length: 8 }, () => openKeyring(empty, master, emptyLog)));
  expect(new Set(keyrings.map((keyring) => keyring.hmac("link key", "same"))).size).toBe(1);
  await empty.close();
});

it("refuses a vault without secrets beside a log with events, and leaves the vault unchanged", async () => {
  const lost = await openEmpty();
  await expect(openKeyring(lost, master, { head: async () => 1n })).rejects.toBeInstanceOf(VaultLost);
  await expect(openKeyring(lost, master, { head: async () => 1n })).rejects.toThrow(lost.place);
  expect(await lost.secret("identifier pepper")).toBeNull();
  await openKeyring(lost, master, emptyLog);
  await openKeyring(lost, master, { head: async () => 1n });
  await lost.close();
});

it("KY-09 decrypts a client secret only for its own application, with this vault's keys", async () => {
  const keyring = await openKeyring(vault, master, emptyLog);
  const owner = person();
  const encrypted = keyring.encryptSecret({ purpose: "client secret", owner }, "ats-canary");
  expect(keyring.decryptSecret({ purpose: "client secret", owner }, encrypted)).toBe("ats-canary");
  const otherVault = await openEmpty();
  const stranger = await openKeyring(otherVault, masterKey(randomBytes(32)), emptyLog);
  const altered = `${encrypted.startsWith("A") ? "B" : "A"}${encrypted.slice(1)}`;
  const swapped = [
    () => keyring.decryptSecret({ purpose: "client secret", owner: person() }, encrypted),
    () => keyring.decryptSecret({ purpose: "signing key", owner }, encrypted),
    () => keyring.decryptSecret({ purpose: "client secret", owner }, altered),
    () => keyring.decryptSecret({ purpose: "client secret", owner }, ""),
    () => stranger.decryptSecret({ purpose: "client secret", owner }, encrypted),
  ];
  for (const decrypt of swapped) expect(decrypt).toThrow(SecretUnreadable);
  await otherVault.close();
});
