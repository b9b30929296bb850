import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { MasterKey } from "./master-key.ts";
import type { Vault } from "./vault.ts";

/** The vault with its wraps taken off. Keys are key objects: a cipher takes one three times as fast as it takes bytes. */
export interface Keyring {
  /** The keys of those persons who have one and are not erased. */
  personKeys(personIds: Iterable<string>): Promise<Map<string, KeyObject>>;
  /** The person's key, made if there is none. @throws PersonErased */
  personKeyToSeal(personId: string): Promise<KeyObject>;
  /** Destroys the person's key, in the vault and in this keyring; other keyrings on the vault forget it when they are told to. */
  erasePerson(personId: string): Promise<void>;
  /** HMAC-SHA-256 with the service's secret of that name, base64url. */
  hmac(name: ServiceSecret, ...parts: string[]): string;
}

/** Random, made once, carried (wrapped) by backups; rotating the master key only rewraps them. */
export type ServiceSecret = "identifier pepper" | "link key";
const serviceSecrets: readonly ServiceSecret[] = ["identifier pepper", "link key"];

export class PersonErased extends Error {
  override name = "PersonErased";
}

const wrapName = { person: (id: string) => `person:${id}`, secret: (name: string) => `secret:${name}` };

/** Opens the service's secrets at once, so that a wrong master key is found at start. @throws WrongMasterKey */
export async function openKeyring(vault: Vault, masterKey: MasterKey): Promise<Keyring> {
  const cache = new LRUCache<string, KeyObject>({ max: 10_000 });
  const secrets = new Map<string, KeyObject>();
  for (const name of serviceSecrets) {
    const wrapped =
      (await vault.secret(name)) ??
      (await vault.addSecret(name, masterKey.wrap(wrapName.secret(name), randomBytes(32))));
    secrets.set(name, createSecretKey(masterKey.unwrap(wrapName.secret(name), wrapped)));
  }

  const unwrapped = (personId: string, wrapped: Uint8Array) => {
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
      if (wrapped !== "erased") keys.set(id, unwrapped(id, wrapped));
    }
    return keys;
  };

  return {
    personKeys,
    async personKeyToSeal(personId) {
      const known = (await personKeys([personId])).get(personId);
      if (known) return known;
      const standing = await vault.addPersonKey(personId, masterKey.wrap(wrapName.person(personId), randomBytes(32)));
      if (standing === "erased") throw new PersonErased(`person ${personId} was erased`);
      return unwrapped(personId, standing);
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
