import { pause } from "@attestory/runtime/backoff.ts";
import { defaultLeaseTimes, type Leases, type LeaseTimes, whileLeased } from "../../follower/lease.ts";
import { leasesOf } from "../../follower/sharing.ts";
import type { Projection } from "../../read-models/projection.ts";
import type { Build, Builds } from "../../store/builds.ts";
import type { ProjectionCheckpoint, ReadStoreWriter } from "../../store/read-store.ts";

export interface DropParts {
  store: Pick<ReadStoreWriter, "checkpoints" | "partitions">;
  builds: Pick<Builds, "list" | "drop" | "dropAll">;
  leases: Leases;
  /** Identifies this process among all that share the leases. */
  holder: string;
  leaseTimes?: LeaseTimes | undefined;
  /** How long no process must have followed or built a projection before it is dropped. A minute unless given. */
  graceMs?: number | undefined;
  /** Called on an error that will be retried. */
  reportError: (error: unknown) => void;
}

const defaultGraceMs = 60_000;

/**
 * Drops the documents that these projections supersede: those of lower versions, once the new ones are as far; those of projections that
 * there are no more; and carried over ones that a build has replaced. Waits while another process, of the former release, follows or builds
 * them. Higher versions are of a newer release and stay. Ends when there is nothing left to drop.
 */
export async function dropSuperseded(
  projections: readonly Projection[],
  parts: DropParts,
  stop: AbortSignal,
): Promise<void> {
  const { leases, holder, leaseTimes: times = defaultLeaseTimes, graceMs = defaultGraceMs, reportError } = parts;
  const done = new AbortController();
  const dropAll = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const left = await dropOnce(projections, parts, signal).catch((error: unknown) => {
        reportError(error);
        return true;
      });
      if (!left) return done.abort();
      await pause(Math.max(graceMs, 1000), signal);
    }
  };
  // Of several processes one drops.
  const wanted = { leases, names: ["drop superseded"], holder, times };
  await whileLeased(wanted, dropAll, AbortSignal.any([stop, done.signal]));
}

/** True if something is left to be dropped later. */
async function dropOnce(projections: readonly Projection[], parts: DropParts, signal: AbortSignal): Promise<boolean> {
  const list = await parts.builds.list();
  for (const one of list.filter(isReplaced)) await parts.builds.drop(one.projection, one.build);
  const superseded = supersededBy(projections, new Set(list.map(({ projection }) => projection)));
  if (superseded.length === 0) return false;
  const checkpoints = await parts.store.checkpoints();
  const due = superseded.filter((one) => isBuilt(one, list, checkpoints));
  const dropped = await Promise.all(due.map(({ name }) => dropUnlessFollowed(name, parts, signal)));
  return due.length < superseded.length || dropped.includes(false);
}

/** A process may have been killed between a switch and this. */
const isReplaced = ({ state, isCarriedOver }: Build) => state === "kept" && isCarriedOver;

interface Superseded {
  name: string;
  /** The projection with the higher version; null if there is none of this kind any more. */
  by: Projection | null;
}

/** Those of the stored projections that this release has no use for. */
export function supersededBy(projections: readonly Projection[], stored: Iterable<string>): Superseded[] {
  return [...stored].flatMap((name) => {
    const [kind, version] = kindAndVersion(name);
    const by = projections.find((projection) => kindAndVersion(projection.name)[0] === kind) ?? null;
    return by && kindAndVersion(by.name)[1] <= version ? [] : [{ name, by }];
  });
}

function kindAndVersion(name: string): [kind: string, version: number] {
  const at = name.lastIndexOf("@");
  return [name.slice(0, at), Number(name.slice(at + 1))];
}

/** True if the documents that replace it are built, and no older. */
function isBuilt(
  { name, by }: Superseded,
  list: readonly Build[],
  checkpoints: readonly ProjectionCheckpoint[],
): boolean {
  if (!by) return true;
  const positionOf = (of: string) => checkpoints.find(({ projection }) => projection === of)?.position ?? 0n;
  const active = list.find(({ projection, state }) => projection === by.name && state === "running");
  return active !== undefined && !active.isCarriedOver && positionOf(by.name) >= positionOf(name);
}

/** False, and nothing is dropped, if another process follows or builds it, or did so a moment ago. */
async function dropUnlessFollowed(name: string, parts: DropParts, signal: AbortSignal): Promise<boolean> {
  const { builds, store, graceMs = defaultGraceMs } = parts;
  // A release without partitions has one lease, and so has a store without.
  const names = [name, ...(store.partitions > 1 ? leasesOf(name, store.partitions) : []), `rebuild ${name}`];
  const before = await fencesIfFree(names, parts);
  if (before === null) return false;
  await pause(graceMs, signal);
  if (signal.aborted || (await fencesIfFree(names, parts)) !== before + names.length) return false;
  await builds.dropAll(name);
  return true;
}

/** How often these leases were taken, by this call too; null if another process has one of them. */
async function fencesIfFree(
  names: readonly string[],
  { leases, holder, leaseTimes: { leaseMs } = defaultLeaseTimes }: DropParts,
): Promise<number | null> {
  const taken: Awaited<ReturnType<Leases["take"]>>[] = [];
  for (const name of names) taken.push(await leases.take(name, holder, leaseMs));
  for (const name of names) await leases.release(name, holder);
  return taken.reduce<number | null>((sum, lease) => (sum === null || lease === null ? null : sum + lease.fence), 0);
}
