import { z } from "zod";

/** How the environment names the servers that facts and keys are kept on. Each fault is reported under the variable's name. */

export const eventStoreAddress = z
  .string("must be an esdb:// connection string")
  .regex(/^esdb(\+discover)?:\/\/[^\s/?]\S*$/, "must be an esdb:// connection string");
export const mongoAddress = z
  .string("must be a mongodb:// connection string")
  .regex(/^mongodb(\+srv)?:\/\/[^\s/?]\S*$/, "must be a mongodb:// connection string");
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

/** What every process of the distributed stack needs. */
export const storeVariables = { EVENT_LOG: eventStoreAddress, VAULT: mongoAddress, MASTER_KEY: base64Key };
