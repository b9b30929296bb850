import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { type DecryptedEvents, decryptEach } from "../../follower/decrypt-each.ts";
import { foldBatch } from "../../follower/fold-batch.ts";
import type { Projection } from "../../read-models/projection.ts";
import type { BuildProgress } from "../../store/builds.ts";
import type { Checkpoint, ReadStoreWriter } from "../../store/read-store.ts";
import { createRoutes } from "./event-routes.ts";

export interface FoldParts {
  log: Pick<EventLog, "scan" | "head">;
  sealing: Pick<Sealing, "decrypt">;
}

const defaultBatchSize = 500;
const reportEveryMs = 500;

/** A build that is not active yet. */
export interface BuildTarget {
  projection: Projection;
  build: Pick<ReadStoreWriter, "load" | "write">;
  /** The build holds every event up to this position. */
  from: Position;
}

/** Builds that are brought up to the log's head in one reading of it. */
export interface BuildPass {
  targets: readonly BuildTarget[];
  onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** The keys of an event could not be determined: this build goes no further, the others do. Thrown unless given. */
  onFailed?: ((target: BuildTarget, error: unknown) => void) | undefined;
  /** Runs between two batches, with what all builds have reached; unless it is given, they yield to the event loop. */
  betweenBatches?: ((reached: Checkpoint) => Promise<unknown>) | undefined;
  /** How many events are read at once. */
  batchSize?: number | undefined;
}

export const yieldToOthers = () => new Promise(setImmediate);

/**
 * Applies the log up to its head to all of the builds and returns that position. Each event is read, parsed and decrypted once.
 * @throws the signal's reason; UnreadableEvent and DamagedEvent, as every reader of the log
 */
export async function buildToHead(pass: BuildPass, parts: FoldParts, signal: AbortSignal): Promise<Position> {
  const { betweenBatches = yieldToOthers, batchSize = defaultBatchSize } = pass;
  const { log, sealing } = parts;
  const going = new Set(pass.targets);
  let routes = createRoutes(going);
  const from = lowest(pass.targets);
  const reporter = createReporter(pass, from, log);
  let reached: Checkpoint = { position: from, eventId: null };
  signal.throwIfAborted();
  while (going.size > 0) {
    const done = reached.position;
    const { events, checkedUpTo, lastId } = await log.scan(done, batchSize, routes.types);
    if (checkedUpTo === done) break;
    signal.throwIfAborted();
    reached = { position: checkedUpTo, eventId: lastId };
    const decrypted = await decryptWanted(routes.opened, events, sealing);
    for (const [target, taken] of routes.deliver(events, decrypted)) {
      const failed = await foldInto(target, taken, reached);
      if (!failed) continue;
      going.delete(target);
      routes = createRoutes(going);
      fail(pass, target, failed.error);
    }
    await reporter.reportIfDue(reached.position);
    await betweenBatches(reached);
  }
  for (const target of going) await saveCheckpoint(target, reached);
  await reporter.report(reached.position);
  return reached.position;
}

/** The position that each of the builds holds every event up to. */
export const lowest = (targets: readonly BuildTarget[]): Position =>
  targets.map(({ from }) => from).reduce((one, other) => (other < one ? other : one), targets[0]?.from ?? 0n);

function fail({ onFailed }: BuildPass, target: BuildTarget, error: unknown): void {
  if (!onFailed) throw error;
  onFailed(target, error);
}

/** Decrypts the events whose personal fields a build takes, once for all builds, and leaves the others out. */
async function decryptWanted(
  opened: ReadonlySet<string>,
  events: readonly RecordedEvent[],
  sealing: FoldParts["sealing"],
): Promise<DecryptedEvents> {
  const personal = opened.size === 0 ? [] : events.filter(({ type }) => opened.has(type));
  return personal.length === 0 ? { events: [] } : decryptEach(personal, sealing);
}

/** Null, or why the build goes no further. */
async function foldInto(
  { projection, build, from }: BuildTarget,
  { events, damaged }: Required<DecryptedEvents>,
  checkpoint: Checkpoint,
): Promise<{ error: unknown } | null> {
  if (checkpoint.position <= from) return null;
  const load = (keys: readonly string[]) => build.load(projection, keys);
  const taken = { events: after(from, events), damaged };
  const { documents, failed } = await foldBatch(projection, taken, { load });
  if (failed) return failed;
  if (documents.size > 0) await build.write([{ collection: projection, documents, checkpoint }]);
  return null;
}

/** The last events of the log may have changed no document of the build. */
async function saveCheckpoint({ projection, build, from }: BuildTarget, checkpoint: Checkpoint): Promise<void> {
  if (checkpoint.position <= from) return;
  await build.write([{ collection: projection, documents: new Map(), checkpoint }]);
}

const after = (from: Position, events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events[0] && events[0].position <= from ? events.filter(({ position }) => position > from) : events;

/** Reports the progress of a pass twice a second. */
function createReporter({ onProgress }: BuildPass, from: Position, log: Pick<EventLog, "head">) {
  const started = Date.now();
  let reportedAt = started;
  const report = async (done: Position) => {
    const at = Date.now();
    const perSecond = (Number(done - from) * 1000) / Math.max(1, at - started);
    onProgress?.({ started, told: at, done, total: await log.head(), perSecond });
    reportedAt = at;
  };
  return {
    report,
    reportIfDue: async (done: Position) => {
      if (Date.now() - reportedAt >= reportEveryMs) await report(done);
    },
  };
}
