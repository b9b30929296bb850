import { pause } from "@attestory/runtime/backoff.ts";
import { defaultLeaseTimes, type LeaseTimes, type Sharing } from "./lease.ts";

/** The partitions of each projection that a process may follow; those without any are missing. */
export type Held = ReadonlyMap<string, readonly number[]>;

export interface Shared {
  sharing: Sharing;
  /** How many partitions a projection has. */
  partitions: number;
  /** The projections. */
  names: readonly string[];
  holder: string;
  times?: LeaseTimes | undefined;
}

/** How often a process asks for leases that it lacks: another one gives them up as soon as its batch is written. */
const soonMs = 250;
const nothing: Held = new Map();

export const leaseOfPartition = (projection: string, partition: number, of: number): string =>
  `${projection} ${partition}/${of}`;

/** The leases of all partitions of a projection. */
export const leasesOf = (projection: string, of: number): string[] =>
  Array.from({ length: of }, (_, partition) => leaseOfPartition(projection, partition, of));

/** The holders take turns: of four partitions, the second of three holders gets the second one. */
export function dealtTo(holder: string, holders: readonly string[], of: number): number[] {
  const turn = holders.indexOf(holder);
  return Array.from({ length: of }, (_, partition) => partition).filter((each) => each % holders.length === turn);
}

/**
 * Runs `work` with the partitions that this process follows, and anew whenever these change. The processes that follow a projection share
 * its partitions evenly. One that has too many releases the lease of each surplus one at once, and follows it until its next
 * renewal, so that no time passes in which nobody does. The signal of `work` aborts when the partitions change, when renewal fails for as
 * long as a lease lasts, or when `stop` aborts. Leases are released at the end.
 */
export async function whileSharing(
  shared: Shared,
  work: (held: Held, signal: AbortSignal) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  let held = nothing;
  let changed = new AbortController();
  const hold = (now: Held) => {
    if (isSame(held, now)) return;
    held = now;
    changed.abort();
    changed = new AbortController();
  };
  const renewing = renew(shared, hold, stop);
  try {
    while (!stop.aborted) {
      const until = AbortSignal.any([stop, changed.signal]);
      await (held.size > 0 ? work(held, until) : aborted(until));
    }
  } finally {
    await renewing;
    const { sharing, holder, names } = shared;
    // If this fails, the leases expire.
    await Promise.all([sharing.withdraw(holder, names), release(shared, held)]).catch(() => undefined);
  }
}

/** Renews the leases, and reports what this process follows. A failing store grants none; the work reports the error. */
async function renew(shared: Shared, hold: (held: Held) => void, stop: AbortSignal): Promise<void> {
  const { leaseMs, renewEveryMs, now = () => performance.now() } = shared.times ?? defaultLeaseTimes;
  let leased = nothing;
  let renewedAt = now();
  while (!stop.aborted) {
    const askedAt = now();
    const turn = await takeTurn(shared, leased, leaseMs).catch(() => null);
    if (turn) {
      [leased, renewedAt] = [turn.leased, askedAt];
      hold(both(leased, turn.givenUp));
    } else if (askedAt - renewedAt >= leaseMs) {
      hold(nothing);
    }
    await pause(turn?.isComplete ? renewEveryMs : Math.min(renewEveryMs, soonMs), stop);
  }
}

interface Turn {
  /** What this process has the leases of. */
  leased: Held;
  /** What it has just released the leases of. */
  givenUp: Held;
  /** Whether it has the leases of all that it should. */
  isComplete: boolean;
}

/** Takes the leases of the partitions that are this process's turn, and releases the others that it had. */
async function takeTurn(shared: Shared, before: Held, ms: number): Promise<Turn> {
  const { sharing, partitions, names, holder } = shared;
  const holders = await sharing.announce(holder, names, ms);
  const dealt = heldOf(names.map((name) => [name, dealtTo(holder, holders.get(name) ?? [], partitions)]));
  const givenUp = without(before, dealt);
  await release(shared, givenUp);
  const leases = leasesIn(shared, dealt);
  const taken = await sharing.takeEach(leases, holder, ms);
  const isTaken = (name: string, each: number) => taken.has(leaseOfPartition(name, each, partitions));
  const leased = heldOf([...dealt].map(([name, those]) => [name, those.filter((each) => isTaken(name, each))]));
  return { leased, givenUp, isComplete: taken.size === leases.length };
}

const leasesIn = ({ partitions }: Pick<Shared, "partitions">, held: Held): string[] =>
  [...held].flatMap(([name, those]) => those.map((each) => leaseOfPartition(name, each, partitions)));

async function release(shared: Shared, held: Held): Promise<void> {
  if (held.size > 0) await shared.sharing.releaseEach(leasesIn(shared, held), shared.holder);
}

const heldOf = (all: readonly (readonly [string, readonly number[]])[]): Held =>
  new Map(all.filter(([, those]) => those.length > 0));

/** What is in the first, and not in the second. */
const without = (one: Held, other: Held): Held =>
  heldOf([...one].map(([name, those]) => [name, those.filter((each) => !other.get(name)?.includes(each))]));

const both = (one: Held, other: Held): Held =>
  heldOf(
    [...new Set([...one.keys(), ...other.keys()])].map((name) => [
      name,
      [...(one.get(name) ?? []), ...(other.get(name) ?? [])].sort((a, b) => a - b),
    ]),
  );

const isSame = (one: Held, other: Held): boolean =>
  one.size === other.size && [...one].every(([name, those]) => String(those) === String(other.get(name)));

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
