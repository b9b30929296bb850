import { z } from "zod";

/** How the environment names the servers that facts and keys are kept on. Each fault is reported under the variable's name. */

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

/** Whether its parts can be taken out of it. */
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

/** Without who asks, and how. */
const placeOf = (address: string) =>
  address
    .split("?")[0]
    ?.split("@")
    .at(-1)
    ?.replace(/^mongodb(\+srv)?:\/\//, "");

/** What one variable asks of another; judged by the texts, so that a fault elsewhere hides none of these. */
export function* storeContradictions({ VAULT, READ_STORE }: Record<string, string>): Iterable<string> {
  if (VAULT && READ_STORE && placeOf(VAULT) === placeOf(READ_STORE)) {
    yield "READ_STORE must be another database than VAULT: documents may be dropped and are folded again, keys are not";
  }
}

/** What every process of the distributed stack needs. */
export const storeVariables = { EVENT_LOG: eventStoreAddress, VAULT: mongoAddress, MASTER_KEY: base64Key };
