import { pause } from "@attestory/runtime/backoff.ts";
import { defaultLeaseTimes, type LeaseTimes } from "./lease.ts";

/** How processes learn of each other, and take many leases at once, where a projection has more than one partition. */
export interface Sharing {
  /**
   * Tells the others that this holder follows these projections, for `ms` from now. Returns the holders of each of them, in the same
   * order for all who ask.
   */
  announce(holder: string, projections: readonly string[], ms: number): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The others count it no longer. */
  withdraw(holder: string, projections: readonly string[]): Promise<void>;
  /** As `take` of each lease. Returns the names of those that the holder has. */
  takeEach(names: readonly string[], holder: string, ms: number): Promise<ReadonlySet<string>>;
  /** As `release` of each lease. */
  releaseEach(names: readonly string[], holder: string): Promise<void>;
}

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
 * Runs `work` with the partitions whose leases this process has, and anew whenever these change. The processes that follow a projection
 * share its partitions evenly: each gives up those that are another one's turn, once its work has ended. The signal of `work` aborts when the partitions
 * change, when renewal fails for as long as a lease lasts, or when `stop` aborts. Leases are released at the end.
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
      const [mine, until] = [held, AbortSignal.any([stop, changed.signal])];
      await (mine.size > 0 ? work(mine, until) : aborted(until));
      // If the release fails, the leases expire.
      await release(shared, without(mine, held)).catch(() => undefined);
    }
  } finally {
    await renewing;
    await Promise.all([release(shared, held), shared.sharing.withdraw(shared.holder, shared.names)]).catch(
      () => undefined,
    );
  }
}

/** Renews the leases, and reports which partitions this process has. A failing store grants none; the work reports the error. */
async function renew(shared: Shared, hold: (held: Held) => void, stop: AbortSignal): Promise<void> {
  const { leaseMs, renewEveryMs, now = () => performance.now() } = shared.times ?? defaultLeaseTimes;
  let renewedAt = now();
  while (!stop.aborted) {
    const askedAt = now();
    const { held, isComplete } = await takeTurn(shared, leaseMs).catch(() => failed);
    if (held) renewedAt = askedAt;
    if (held || askedAt - renewedAt >= leaseMs) hold(held ?? nothing);
    await pause(isComplete ? renewEveryMs : Math.min(renewEveryMs, soonMs), stop);
  }
}

interface Taken {
  /** Null if it is not known. */
  held: Held | null;
  /** Whether these are all that are this process's turn. */
  isComplete: boolean;
}
const failed: Taken = { held: null, isComplete: false };

/** Takes the leases of the partitions that are this process's turn. */
async function takeTurn({ sharing, partitions, names, holder }: Shared, ms: number): Promise<Taken> {
  const holders = await sharing.announce(holder, names, ms);
  const wanted = names.map((name) => ({ name, turn: dealtTo(holder, holders.get(name) ?? [holder], partitions) }));
  const leases = wanted.flatMap(({ name, turn }) => turn.map((each) => leaseOfPartition(name, each, partitions)));
  const taken = await sharing.takeEach(leases, holder, ms);
  const held = wanted.map(({ name, turn }): [string, number[]] => [
    name,
    turn.filter((each) => taken.has(leaseOfPartition(name, each, partitions))),
  ]);
  return { held: new Map(held.filter(([, those]) => those.length > 0)), isComplete: taken.size === leases.length };
}

async function release({ sharing, holder, partitions }: Shared, held: Held): Promise<void> {
  const names = [...held].flatMap(([name, those]) => those.map((each) => leaseOfPartition(name, each, partitions)));
  if (names.length > 0) await sharing.releaseEach(names, holder);
}

/** What is in the first, and not in the second. */
const without = (one: Held, other: Held): Held =>
  new Map([...one].map(([name, those]) => [name, those.filter((each) => !other.get(name)?.includes(each))]));

const isSame = (one: Held, other: Held): boolean =>
  one.size === other.size && [...one].every(([name, those]) => String(those) === String(other.get(name)));

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
