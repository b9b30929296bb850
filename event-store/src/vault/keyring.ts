import { createHmac, createSecretKey, KeyObject, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { EventLog } from "../log/event-log.ts";
import { type MasterKey, WrongMasterKey, wrapName } from "./master-key.ts";
import { MasterKeyFault } from "./master-key-file.ts";
import { wrappingMark } from "./rotate-master-key.ts";
import { decryptSecret, encryptSecret, type SecretOwner } from "./secret-encryption.ts";
import { type Vault, VaultUnavailable, type WrappedKey } from "./vault.ts";

/** The vault's keys, unwrapped. They are key objects: a cipher accepts one three times as fast as bytes. */
export interface Keyring {
  /** The keys of those persons who are not erased. @throws PersonKeyMissing */
  personKeys(personIds: Iterable<string>): Promise<Map<string, KeyObject>>;
  /** The key of a person who has one. @throws PersonErased @throws PersonKeyMissing */
  personKeyToSeal(personId: string): Promise<KeyObject>;
  /** The key of a person whose first event, or whose decoy, is being written: created, unless an earlier attempt did. @throws PersonErased */
  createPersonKey(personId: string): Promise<KeyObject>;
  /** How many persons' keys are known to be missing, in words that may be shown to anyone; null if none. */
  missingKeys(): string | null;
  /** Destroys the person's key in the vault and in this keyring. Other keyrings on the vault cache it until they forget it. */
  erasePerson(personId: string): Promise<void>;
  /** Forgets the person's key, also one that is being read at this moment. */
  forgetPerson(personId: string): void;
  /** HMAC-SHA-256 with the service's secret of that name, base64url. */
  hmac(name: ServiceSecret, ...parts: string[]): string;
  /**
   * Encrypts a secret of the service itself, such as a private key or a client secret, with AES-256-GCM. It decrypts only with the same
   * `purpose` and `owner`, so one that was copied to another owner is useless there.
   */
  encryptSecret(of: SecretOwner, secret: string): string;
  /** @throws SecretUnreadable if it was altered, or belongs to another owner, purpose or service */
  decryptSecret(of: SecretOwner, encrypted: string): string;
}

/** Random, created once, included (wrapped) in backups. Rotating the master key only rewraps them. */
export type ServiceSecret = "identifier pepper" | "link key";
const serviceSecrets: readonly ServiceSecret[] = ["identifier pepper", "link key"];

export class PersonErased extends Error {
  override name = "PersonErased";
}

/**
 * The person has events, but neither a key nor a tombstone: the vault is older than the log. Their data can be read once the right
 * vault is restored. Until then, it is as if the vault were unavailable for this person.
 */
export class PersonKeyMissing extends VaultUnavailable {
  override name = "PersonKeyMissing";
}

/** The log has events, but the vault lacks a secret that they were written with. */
export class VaultLost extends Error {
  override name = "VaultLost";
}

/** The most persons of whom is remembered that their key is missing. */
const mostMissing = 1000;

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

  const missing = new LRUCache<string, true>({ max: mostMissing });
  /** Grows with every key that is forgotten: a key that was read before that is not cached. */
  let epoch = 0;

  const unwrap = (personId: string, wrapped: Uint8Array, readIn: number) => {
    const key = createSecretKey(withKnownKey(() => masterKey.unwrap(wrapName.person(personId), wrapped)));
    missing.delete(personId);
    if (readIn === epoch) cache.set(personId, key);
    return key;
  };

  /** The keys in the vault, "erased" for the erased persons, nothing for persons without a key. */
  const findKeys = async (personIds: readonly string[]): Promise<Map<string, KeyObject | "erased">> => {
    const readIn = epoch;
    const found = new Map<string, KeyObject | "erased">();
    for (const [id, wrapped] of await vault.personKeys(personIds)) {
      found.set(id, wrapped === "erased" ? "erased" : unwrap(id, wrapped, readIn));
    }
    return found;
  };

  /** @throws PersonKeyMissing if one of them has neither a key nor a tombstone */
  const findAll = async (personIds: readonly string[]): Promise<Map<string, KeyObject | "erased">> => {
    const found = await findKeys(personIds);
    const lost = personIds.filter((id) => !found.has(id));
    for (const id of lost) missing.set(id, true);
    if (lost.length === 0) return found;
    throw new PersonKeyMissing(`${vault.place} lacks the key of person ${lost[0]}: restore the newest vault`);
  };

  const personKeys = async (personIds: Iterable<string>) => {
    const ids = [...new Set(personIds)];
    const known = new Map(ids.map((id) => [id, cache.get(id)]));
    const unknown = ids.filter((id) => !known.get(id));
    const found = unknown.length > 0 ? await findAll(unknown) : new Map<string, KeyObject | "erased">();
    const keys = new Map<string, KeyObject>();
    for (const id of ids) {
      const key = known.get(id) ?? found.get(id);
      if (key instanceof KeyObject) keys.set(id, key);
    }
    return keys;
  };

  const hmac: Keyring["hmac"] = (name, ...parts) => {
    const key = secrets.get(name);
    if (!key) throw new TypeError(`no service secret ${name}`);
    return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
  };

  /** Derived from the link key, so that a vault of an earlier release has it too. */
  const encryptionKey = ({ purpose }: SecretOwner): KeyObject =>
    createSecretKey(hmac("link key", "encryption key", purpose), "base64url");

  const forgetPerson = (personId: string) => {
    epoch++;
    cache.delete(personId);
  };

  const keyToSeal = (personId: string, key: KeyObject | undefined): KeyObject => {
    if (!key) throw new PersonErased(`person ${personId} was erased`);
    return key;
  };

  /** The master key to wrap with: while it is being rotated, the vault says which. */
  const currentMark = async () => (masterKey.mayChange ? await wrappingMark(vault) : null) ?? masterKey.mark;

  const addKey = async (personId: string): Promise<WrappedKey | "erased"> => {
    const name = wrapName.person(personId);
    const wrap = (mark: string) => withKnownKey(() => masterKey.wrap(name, randomBytes(32), mark));
    const stored = await vault.addPersonKey(personId, wrap(await currentMark()));
    if (stored === "erased") return stored;
    // A rotation that began meanwhile may have gone past this key before it was there.
    const mark = await currentMark();
    const to = withKnownKey(() => masterKey.rewrap(name, stored, mark));
    if (to) await vault.replaceKeys([{ kind: "person", name: personId, from: stored, to }]);
    return stored;
  };

  return {
    personKeys,
    personKeyToSeal: async (personId) => keyToSeal(personId, (await personKeys([personId])).get(personId)),
    async createPersonKey(personId) {
      const readIn = epoch;
      const stored = cache.get(personId) ?? (await addKey(personId));
      if (stored === "erased") throw new PersonErased(`person ${personId} was erased`);
      return stored instanceof Uint8Array ? unwrap(personId, stored, readIn) : stored;
    },
    missingKeys: () => (missing.size === 0 ? null : `lacks the keys of ${missing.size} persons`),
    async erasePerson(personId) {
      await vault.erasePersonKey(personId);
      forgetPerson(personId);
    },
    forgetPerson,
    hmac,
    encryptSecret: (of, secret) => encryptSecret(encryptionKey(of), of, secret),
    decryptSecret: (of, encrypted) => decryptSecret(encryptionKey(of), of, encrypted),
  };
}

/** A process that has not got the new master key cannot read what it wraps: as if the vault were unavailable for these persons. */
function withKnownKey<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const lacksKey = error instanceof WrongMasterKey || error instanceof MasterKeyFault;
    if (lacksKey) throw new VaultUnavailable(error.message, { cause: error });
    throw error;
  }
}

const secretLost = (name: ServiceSecret, { place }: Vault) =>
  new VaultLost(
    `${place} lacks the ${name} that the events were written with: restore the vault that belongs to this log`,
  );
