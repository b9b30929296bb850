import { availableParallelism } from "node:os";
import argon2 from "argon2";
import pLimit from "p-limit";

/** The cost of one hash. RFC 9106, section 3.1. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  /** Passes over that memory. */
  timeCost: number;
}

/** OWASP ASVS 5.0, appendix C: argon2id with 19 MiB and two passes. */
export const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
/** Concurrent hashes. More than there are cores would slow each other down and delay the event loop. */
const atOnce = Math.min(4, availableParallelism());
const waiting = 64;

/** Runs argon2id off the event loop, a few at once. If the bounded queue is full, returns `busy` and the caller answers 503. */
export interface PasswordHasher {
  /** PHC string. */
  hash(password: string): Promise<string | "busy">;
  /** Costs the same without a hash (unknown or unusable account) as with one. An unreadable hash matches no password. */
  matches(password: string, hash: string | null): Promise<boolean | "busy">;
  /** Whether the hash was made with other parameters than today's. */
  isOutdated(hash: string): boolean;
}

/** The form that this service writes: a salt of 16 bytes and a digest of 32. */
const written = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

/** Also rejects implausible parameters: a damaged number must not cost a terabyte or a day. RFC 9106 requires 8 KiB a lane. */
function isReadable(hash: string): boolean {
  const [, memory = 0, passes = 0, lanes = 0] = (written.exec(hash) ?? []).map(Number);
  const laneCount = lanes >= 1 && lanes <= 16;
  return laneCount && passes >= 1 && passes <= 16 && memory >= 8 * lanes && memory <= 262_144;
}

/** Reorders the parameters to m, t, p, as the PHC format and other argon2 libraries expect. This library writes m, p, t. */
const phc = (hash: string) => hash.replace(/\$m=(\d+),p=(\d+),t=(\d+)\$/, "$m=$1,t=$3,p=$2$");

export async function createPasswordHasher(
  onDamaged: (error: unknown) => void,
  cost: PasswordCost = recommendedCost,
): Promise<PasswordHasher> {
  const parameters = { type: argon2.argon2id, parallelism: 1, ...cost } as const;
  const limit = pLimit(atOnce);
  const dummy = phc(await argon2.hash("a password that nobody has", parameters));
  const queued = <T>(work: () => Promise<T>): Promise<T | "busy"> =>
    limit.pendingCount >= waiting ? Promise.resolve("busy" as const) : limit(work);

  /** The hash to verify against. The dummy replaces a missing or damaged one. */
  const usable = (hash: string | null): string => {
    if (hash === null) return dummy;
    if (isReadable(hash)) return hash;
    onDamaged(new Error("a stored password hash is not one that we write"));
    return dummy;
  };
  const matches = async (password: string, hash: string | null) => {
    const against = usable(hash);
    const same = await argon2.verify(against, password);
    return same && against !== dummy;
  };

  return {
    hash: (password) => queued(async () => phc(await argon2.hash(password, parameters))),
    matches: (password, hash) => queued(() => matches(password, hash)),
    isOutdated: (hash) => argon2.needsRehash(hash, parameters),
  };
}
