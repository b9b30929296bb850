import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { defaultLeaseTimes, type Leases, type LeaseTimes, whileLeased } from "../../follower/lease.ts";
import type { Projection } from "../../read-models/projection.ts";
import type { Builds } from "../../store/builds.ts";
import { ReadStoreUnavailable } from "../../store/read-store.ts";

export interface CarryOverParts {
  builds: Pick<Builds, "list" | "carryOver">;
  leases: Leases;
  /** Identifies this process among all that share the leases. */
  holder: string;
  leaseTimes?: LeaseTimes | undefined;
  /** Gets why the documents of a projection were not carried over: it has none until it is built. */
  reportError: (error: unknown) => void;
}

/**
 * Gives each projection that has no documents yet those of the version that it continues, if that has any. Returns the projections that now
 * have carried over documents, from this start or an earlier one: they can be followed and read, and are to be built anew.
 */
export async function carryOver(
  projections: readonly Projection[],
  parts: CarryOverParts,
  stop: AbortSignal,
): Promise<Projection[]> {
  const { builds, reportError } = parts;
  for (const projection of projections) {
    await carryOverOne(projection, parts, stop).catch((error: unknown) => {
      reportError(new Error(`the documents of ${projection.name} were not carried over`, { cause: error }));
    });
  }
  return carriedOver(projections, builds);
}

/** The projections whose active build is one of carried over documents. */
export async function carriedOver(
  projections: readonly Projection[],
  builds: Pick<Builds, "list">,
): Promise<Projection[]> {
  const active = (await builds.list()).filter(({ state, isCarriedOver }) => state === "running" && isCarriedOver);
  const names = new Set(active.map(({ projection }) => projection));
  return projections.filter(({ name }) => names.has(name));
}

/** Waits while another process does it, or the store is unavailable. */
async function carryOverOne(
  projection: Projection,
  { builds, leases, holder, leaseTimes: times = defaultLeaseTimes, reportError }: CarryOverParts,
  stop: AbortSignal,
): Promise<void> {
  const { name, continues } = projection;
  if (!continues) return;
  const active = new Set((await builds.list()).flatMap((one) => (one.state === "running" ? [one.projection] : [])));
  if (active.has(name) || !active.has(continues)) return;
  const done = new AbortController();
  const copy = async (signal: AbortSignal) => {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        await builds.carryOver(projection, continues);
        return done.abort();
      } catch (error) {
        if (!(error instanceof ReadStoreUnavailable)) throw error;
        reportError(error);
        await pause(backoffMs(failures), signal);
      }
    }
  };
  const names = [`carry over ${name}`];
  await whileLeased({ leases, names, holder, times }, copy, AbortSignal.any([stop, done.signal]));
}
