import { hash } from "node:crypto";
import type { RedisServer } from "../stand-ins/redis-server.ts";

/** Makes every count on the server older by this many seconds, and removes those that would have expired. */
export async function ageRateLimits(server: RedisServer, seconds: number): Promise<void> {
  const ms = seconds * 1000;
  for (const key of (await server.ask("KEYS", "attestory:budget:*")) as string[]) {
    const left = Number(await server.ask("PTTL", key)) - ms;
    if (left <= 0) await server.ask("DEL", key);
    else {
      await server.ask("HINCRBY", key, "freeAt", -ms);
      await server.ask("PEXPIRE", key, left);
    }
  }
}

/** Digests a key as the product does before it stores the key on the server. */
export const digest = (key: string): string => hash("sha256", `a secret of the service ${key}`, "base64url");
