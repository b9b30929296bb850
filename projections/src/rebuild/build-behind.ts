import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { hasEventAt } from "@attestory/event-store/log/replaced-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { type Checkpoints, isDamage } from "../follower/follower.ts";
import type { ProjectionMessage } from "../follower/projection-messages.ts";
import type { Projection } from "../read-models/projection.ts";
import type { Continuing } from "../store/builds.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { alone, type Work } from "./alone.ts";
import { isTransient, publicReason } from "./failures.ts";
import { groupReports } from "./pass/group-reports.ts";
import { readablePart } from "./pass/readable-part.ts";
import type { ReportProgress } from "./pass/writing-progress.ts";
import { type Failed, type RebuildParts, rebuildIn } from "./rebuild.ts";
import { mostFailures, waitToRetry } from "./retry.ts";
import { carriedOver } from "./versions/carry-over.ts";
import { codeOfBuilds } from "./versions/code-of-builds.ts";
import { countEvents, type IsFar } from "./versions/count-events.ts";

type Reports = ReturnType<typeof groupReports>;

/** A follower applies so many events in a second. */
export const defaultNearby = 10_000n;
/** A build applies events this many times as fast as a follower, but all of them. */
const buildIsFaster = 5n;

export interface Distances {
  checkpoints: Checkpoints;
  head: Position;
  isFar: IsFar;
}

/**
 * The projections that are sooner at the head of the log if they are built from zero, and those that would hold back others which
 * are followed together with them.
 */
export async function farBehind({ checkpoints, head, isFar }: Distances): Promise<Projection[]> {
  const furthest = (group: Projection["group"]) =>
    [...checkpoints].reduce((most, [of, position]) => (of.group === group && position > most ? position : most), 0n);
  const far: Projection[] = [];
  for (const [projection, position] of checkpoints) {
    const isLate = (head - position) * buildIsFaster > head && (await isFar(position, head));
    if (isLate || (await isFar(position, furthest(projection.group)))) far.push(projection);
  }
  return far;
}

/** How far the active builds are; zero where there is none. */
export async function readCheckpoints(
  projections: readonly Projection[],
  store: Pick<ReadStoreWriter, "checkpoints">,
): Promise<Checkpoints> {
  const active = new Map((await store.checkpoints()).map(({ projection, position }) => [projection, position]));
  return new Map(projections.map((projection) => [projection, active.get(projection.name) ?? 0n]));
}

/** What a build reports. */
export type BuildMessage = Extract<ProjectionMessage, { kind: "building" | "built" | "unbuilt" | "error" }>;

export interface BuildRequest {
  projections: readonly Projection[];
  /** Of these, built now or later, no documents can be read meanwhile, or only some that are far behind; none unless given. */
  unserved?: readonly Projection[] | undefined;
  nearby?: Position | undefined;
  send: (message: BuildMessage) => void;
  signal: AbortSignal;
}

type BehindParts = RebuildParts & { store: Pick<ReadStoreWriter, "checkpoints"> };
/** With the log as it is, also beyond an event that cannot be read. */
type WholeParts = BehindParts & { log: Pick<EventLog, "eventAt"> };

/**
 * Builds those of the projections that are far behind or have carried over documents, in one reading of the log, and makes the builds
 * active. Another process may have built them before this one could. Builds that a process left unfinished are continued. Builds end before
 * an event that cannot be read, which their followers report. What failed for a transient reason is retried, a few times. What cannot be
 * built is reported, and left to its follower.
 * @throws the signal's reason
 */
export async function buildBehind(request: BuildRequest, parts: WholeParts): Promise<void> {
  const { send, signal, projections } = request;
  const reports = groupReports((names) => send({ kind: "built", projections: names }));
  const told = new Set<string>();
  const reportError = (error: unknown) => {
    if (told.has(String(error))) return;
    told.add(String(error));
    send({ kind: "error", reason: `build failed, will retry: ${error}` });
  };
  const retries = { reportError, pause: parts.retries?.pause };
  const readable = readablePart(parts);
  const isRetried = ({ error }: Failed) => isTransient(error) || (isDamage(error) && readable.isCut());
  const continuing = { code: await codeOfBuilds(), isInLog: isInLog(parts.log) };
  const passParts = { ...parts, log: readable.log, sealing: readable.sealing, retries, continuing };
  let failed: Failed[] = [];
  for (let failures = 1; ; failures++) {
    const left = projections.filter((projection) => !reports.built.has(projection));
    failed = await pass({ ...request, projections: left, reports }, passParts);
    const again = failed.find(isRetried);
    if (!again || failures === mostFailures) break;
    await waitToRetry({ error: again.error, failures }, retries, signal);
  }
  for (const [reason, those] of Map.groupBy(failed, ({ error }) => String(error))) {
    const names = those.map(({ projection }) => projection.name);
    send({ kind: "unbuilt", projections: names, reason, publicReason: publicReason(those[0]?.error) });
  }
}

const isInLog =
  (log: Pick<EventLog, "eventAt">): Continuing["isInLog"] =>
  ({ position, eventId }) =>
    hasEventAt(log, position, eventId);

/** Returns what was not built. @throws the signal's reason */
async function pass(
  { projections, nearby = defaultNearby, send, signal, reports }: BuildRequest & { reports: Reports },
  parts: BehindParts,
): Promise<Failed[]> {
  let behind = projections;
  const build = async (work: Work<BehindParts>) => {
    behind = await stillBehind(projections, nearby, parts);
    reports.begin(behind);
    const names = behind.map(({ name }) => name);
    const onProgress: ReportProgress = (progress, each) =>
      send({ kind: "building", projections: names, progress, each });
    const building = { ...parts, dropsPrevious: true, onProgress, onRebuilt: reports.onRebuilt };
    return behind.length > 0 ? rebuildIn({ ...work, parts: building }, behind) : [];
  };
  try {
    return await alone(projections, { parts, signal }, build);
  } catch (error) {
    signal.throwIfAborted();
    return behind.flatMap((projection) => (reports.built.has(projection) ? [] : [{ projection, error }]));
  }
}

/**
 * Those that a build can bring forward: not those that are near and of this version, nor those that have stopped before an event that cannot
 * be read.
 */
async function stillBehind(
  projections: readonly Projection[],
  nearby: Position,
  { log, store, builds }: Pick<BehindParts, "log" | "store" | "builds">,
): Promise<Projection[]> {
  const checkpoints = await readCheckpoints(projections, store);
  const carried = await carriedOver(projections, builds);
  const head = await log.head();
  const isFar = countEvents(log, nearby);
  const behind: Projection[] = [];
  for (const [projection, position] of checkpoints) {
    if (!carried.includes(projection) && !(await isFar(position, head))) continue;
    const isAtEnd = position === 0n || position >= head;
    if (isAtEnd || (await log.scan(position, 1, noTypes)).checkedUpTo > position) behind.push(projection);
  }
  return behind;
}

const noTypes: ReadonlySet<string> = new Set();
