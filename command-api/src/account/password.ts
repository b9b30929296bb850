import argon2 from "argon2";
import pLimit from "p-limit";

/** OWASP ASVS 5.0, appendix C: argon2id with 19 MiB, two passes, one lane. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const atOnce = 4;
const waiting = 64;

/** argon2id off the event loop, a few at once and a bounded queue: beyond it `busy`, and the caller answers 503. */
export interface PasswordHasher {
  /** PHC string. */
  hash(password: string): Promise<string | "busy">;
  /** Costs the same without a hash (an unknown or unusable account) as with one. A hash that cannot be read matches nothing. */
  matches(password: string, hash: string | null): Promise<boolean | "busy">;
  /** The hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean;
}

export async function createPasswordHasher(onDamaged: (error: unknown) => void): Promise<PasswordHasher> {
  const limit = pLimit(atOnce);
  const dummy = await argon2.hash("a password that nobody has", parameters);
  const queued = <T>(work: () => Promise<T>): Promise<T | "busy"> =>
    limit.pendingCount >= waiting ? Promise.resolve("busy" as const) : limit(work);

  const matches = async (password: string, hash: string | null) => {
    try {
      const same = await argon2.verify(hash ?? dummy, password);
      return same && hash !== null;
    } catch (error) {
      onDamaged(error);
      await argon2.verify(dummy, password);
      return false;
    }
  };

  return {
    hash: (password) => queued(() => argon2.hash(password, parameters)),
    matches: (password, hash) => queued(() => matches(password, hash)),
    isOutdated: (hash) => argon2.needsRehash(hash, parameters),
  };
}
