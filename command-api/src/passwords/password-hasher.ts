import { availableParallelism } from "node:os";
import argon2 from "argon2";
import { createFairQueue, type Waiter } from "./fair-queue.ts";

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
/** Who waits for them. Once all places are taken, the shares decide who is served and who is refused. */
const queueSize = { places: 64, perAccount: 4, perNetwork: 8 };

/** For whom a password is hashed: see `hashCaller`. */
export type HashCaller = Waiter;

/**
 * Runs argon2id off the event loop, a few at once, and serves callers fairly. If the bounded queue is full, returns `busy` to the caller
 * that fills its share most, who answers 503.
 */
export interface PasswordHasher {
  /** PHC string. */
  hash(password: string, caller: HashCaller): Promise<string | "busy">;
  /** Costs the same without a hash (unknown or unusable account) as with one. An unreadable hash matches no password. */
  matches(password: string, hash: string | null, caller: HashCaller): Promise<boolean | "busy">;
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
  const queued = createFairWork();
  const dummy = phc(await argon2.hash("a password that nobody has", parameters));

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
    hash: (password, caller) => queued(caller, async () => phc(await argon2.hash(password, parameters))),
    matches: (password, hash, caller) => queued(caller, () => matches(password, hash)),
    isOutdated: (hash) => argon2.needsRehash(hash, parameters),
  };
}

/** Runs work for callers, a few at once. Those who wait get their turns from the fair queue; those whom it sheds get `busy`. */
function createFairWork() {
  const waiting = createFairQueue<(hasTurn: boolean) => void>(queueSize);
  let running = 0;

  const turn = (caller: HashCaller): Promise<boolean> => {
    if (running < atOnce) {
      running++;
      return Promise.resolve(true);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.add(caller, resolve)?.(false);
    return promise;
  };
  /** Hands the turn on. If nobody waits, one fewer is running. */
  const endTurn = () => {
    const next = waiting.next();
    if (next) next(true);
    else running--;
  };

  return async <Result>(caller: HashCaller, work: () => Promise<Result>): Promise<Result | "busy"> => {
    if (!(await turn(caller))) return "busy";
    try {
      return await work();
    } finally {
      endTurn();
    }
  };
}
