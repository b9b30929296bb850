import { z } from "zod";
import { markOfKey } from "./vault/master-key.ts";

/** The environment variables for the servers that store events and keys. Each error is reported under the variable's name. */

export const eventStoreAddress = z
  .string("must be an esdb:// connection string")
  .regex(/^esdb(\+discover)?:\/\/[^\s/?]\S*$/, "must be an esdb:// connection string");
const namesDatabase = "must be a mongodb:// connection string that names a database";
export const mongoAddress = z
  .string(namesDatabase)
  .regex(/^mongodb(\+srv)?:\/\/[^\s/?]+\/[^\s/?]+(\?\S*)?$/, namesDatabase);
export const redisAddress = z
  .string("must be a redis:// connection string")
  .regex(/^rediss?:\/\/[^\s/?]\S*$/, "must be a redis:// connection string")
  .refine(isUrl, "must be a redis:// connection string, with its user and password percent-encoded");

/** Whether the text is a URL whose user and password can be decoded. */
function isUrl(text: string): boolean {
  const url = URL.parse(text);
  try {
    return url !== null && decodeURIComponent(url.username + url.password) !== null;
  } catch {
    return false;
  }
}

/** 32 bytes. */
export const base64Key = z.string("must be 32 bytes in base64 (openssl rand -base64 32)").transform((text, context) => {
  const key = Buffer.from(text, "base64");
  if (key.length === 32 && key.toString("base64") === text.trim()) return key;
  context.addIssue({ code: "custom", message: "must be 32 bytes in base64 (openssl rand -base64 32)" });
  return z.NEVER;
});

const mostRepeats = 16;
const isPrintable = (byte: number) => byte >= 0x20 && byte < 0x7f;
const steps = (key: Buffer) => [...key.subarray(1)].map((byte, at) => (byte - (key[at] ?? 0)) & 0xff);

/**
 * Whether 32 bytes cannot come from a random generator: a text, a repeated pattern or a series. Of random keys, fewer than one in a
 * billion look like this.
 */
const isGuessable = (key: Buffer): boolean =>
  new Set(key).size <= mostRepeats || new Set(steps(key)).size <= mostRepeats || key.every(isPrintable);

/** Checks the master key, and the next one while it is rotated. The raw texts: a malformed key is reported by its own rule. */
export function* masterKeyContradictions({ NODE_ENV, ...given }: Record<string, string>): Iterable<string> {
  const marks = new Set<string>();
  for (const name of ["MASTER_KEY", "MASTER_KEY_NEXT"]) {
    const key = base64Key.safeParse(given[name]);
    if (key.success && marks.size === marks.add(markOfKey(key.data)).size) {
      yield "MASTER_KEY_NEXT must be another key than MASTER_KEY";
    }
    if (NODE_ENV === "production" && key.success && isGuessable(key.data)) {
      yield `${name} must be random in production (openssl rand -base64 32): this one can be guessed`;
    }
  }
  const isNextAlone = base64Key.safeParse(given.MASTER_KEY_NEXT).success && !given.MASTER_KEY;
  if (isNextAlone) yield "MASTER_KEY_NEXT needs MASTER_KEY, the key that it replaces";
}

/** The address without scheme, credentials and options. */
const placeOf = (address: string) =>
  address
    .split("?")[0]
    ?.split("@")
    .at(-1)
    ?.replace(/^mongodb(\+srv)?:\/\//, "");

/** A backup that one of several processes takes by itself does not exist yet. Ignored, the variable would promise one. */
export function* noAutomaticBackups({ BACKUP_DIR }: Record<string, string>): Iterable<string> {
  if (BACKUP_DIR) yield "BACKUP_DIR must be left out: only the service in one process takes backups by itself";
}

/** Contradictions between variables. They are found in the raw texts, so that an error elsewhere does not hide them. */
export function* storeContradictions(given: Record<string, string>): Iterable<string> {
  const { VAULT, READ_STORE } = given;
  yield* masterKeyContradictions(given);
  yield* noAutomaticBackups(given);
  if (VAULT && READ_STORE && placeOf(VAULT) === placeOf(READ_STORE)) {
    yield "READ_STORE must be another database than VAULT: read models can be dropped and rebuilt, keys cannot";
  }
}

/** The variables that every process of the distributed stack needs. */
export const storeVariables = {
  EVENT_LOG: eventStoreAddress,
  VAULT: mongoAddress,
  MASTER_KEY: base64Key,
  MASTER_KEY_NEXT: base64Key.optional(),
};
const variables = z.object(storeVariables);

/** The newest first: it wraps once the vault is rotated to it. */
export const masterKeysOf = (key: Buffer, next: Buffer | undefined): readonly Buffer[] => (next ? [next, key] : [key]);

export const storeSettings = ({ EVENT_LOG, VAULT, MASTER_KEY, MASTER_KEY_NEXT }: z.infer<typeof variables>) => ({
  eventLog: EVENT_LOG,
  vault: VAULT,
  masterKeys: masterKeysOf(MASTER_KEY, MASTER_KEY_NEXT),
});
export type StoreSettings = ReturnType<typeof storeSettings>;
