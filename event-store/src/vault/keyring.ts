import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { EventLog } from "../log/event-log.ts";
import type { MasterKey } from "./master-key.ts";
import type { Vault, WrappedKey } from "./vault.ts";

/** The vault's keys, unwrapped. They are key objects: a cipher accepts one three times as fast as bytes. */
export interface Keyring {
  /** The keys of those persons who have one and are not erased. */
  personKeys(personIds: Iterable<string>): Promise<Map<string, KeyObject>>;
  /** The person's key, created if there is none. @throws PersonErased */
  personKeyToSeal(personId: string): Promise<KeyObject>;
  /** Destroys the person's key in the vault and in this keyring. Other keyrings on the vault cache it until they erase it, too. */
  erasePerson(personId: string): Promise<void>;
  /** HMAC-SHA-256 with the service's secret of that name, base64url. */
  hmac(name: ServiceSecret, ...parts: string[]): string;
}

/** Random, created once, included (wrapped) in backups. Rotating the master key only rewraps them. */
export type ServiceSecret = "identifier pepper" | "link key";
const serviceSecrets: readonly ServiceSecret[] = ["identifier pepper", "link key"];

export class PersonErased extends Error {
  override name = "PersonErased";
}

/** The log has events, but the vault lacks a secret that they were written with. */
export class VaultLost extends Error {
  override name = "VaultLost";
}

const wrapName = { person: (id: string) => `person:${id}`, secret: (name: string) => `secret:${name}` };

/**
 * Unwraps the service's secrets at once, so that a wrong master key is found at start. They are created only while the log is empty:
 * with new ones no user would be found, and every address could be registered again. @throws WrongMasterKey @throws VaultLost
 */
export async function openKeyring(vault: Vault, masterKey: MasterKey, log: Pick<EventLog, "head">): Promise<Keyring> {
  const createSecret = async (name: ServiceSecret): Promise<WrappedKey> => {
    if ((await log.head()) > 0n) throw secretLost(name, vault);
    return vault.addSecret(name, masterKey.wrap(wrapName.secret(name), randomBytes(32)));
  };
  const cache = new LRUCache<string, KeyObject>({ max: 10_000 });
  const secrets = new Map<string, KeyObject>();
  for (const name of serviceSecrets) {
    const wrapped = (await vault.secret(name)) ?? (await createSecret(name));
    secrets.set(name, createSecretKey(masterKey.unwrap(wrapName.secret(name), wrapped)));
  }

  const unwrap = (personId: string, wrapped: Uint8Array) => {
    const key = createSecretKey(masterKey.unwrap(wrapName.person(personId), wrapped));
    cache.set(personId, key);
    return key;
  };

  const personKeys = async (personIds: Iterable<string>) => {
    const keys = new Map<string, KeyObject>();
    const missing: string[] = [];
    for (const id of new Set(personIds)) {
      const known = cache.get(id);
      if (known) keys.set(id, known);
      else missing.push(id);
    }
    if (missing.length === 0) return keys;
    for (const [id, wrapped] of await vault.personKeys(missing)) {
      if (wrapped !== "erased") keys.set(id, unwrap(id, wrapped));
    }
    return keys;
  };

  return {
    personKeys,
    async personKeyToSeal(personId) {
      const known = (await personKeys([personId])).get(personId);
      if (known) return known;
      const stored = await vault.addPersonKey(personId, masterKey.wrap(wrapName.person(personId), randomBytes(32)));
      if (stored === "erased") throw new PersonErased(`person ${personId} was erased`);
      return unwrap(personId, stored);
    },
    async erasePerson(personId) {
      await vault.erasePersonKey(personId);
      cache.delete(personId);
    },
    hmac(name, ...parts) {
      const key = secrets.get(name);
      if (!key) throw new TypeError(`no service secret ${name}`);
      return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
    },
  };
}

const secretLost = (name: ServiceSecret, { place }: Vault) =>
  new VaultLost(
    `${place} lacks the ${name} that the events were written with: restore the vault that belongs to this log`,
  );
