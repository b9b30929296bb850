import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { type DecryptedEvents, decryptEach } from "../follower/decrypt-each.ts";
import { foldBatch } from "../follower/fold-batch.ts";
import type { Projection } from "../read-models/projection.ts";
import type { BuildProgress } from "../store/builds.ts";
import type { Checkpoint, ReadStoreWriter } from "../store/read-store.ts";

export interface FoldParts {
  log: Pick<EventLog, "scan" | "head">;
  sealing: Pick<Sealing, "decrypt">;
}

const defaultBatchSize = 2000;
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
  /** Runs between two batches; unless it is given, they yield to the event loop. */
  betweenBatches?: (() => Promise<unknown>) | undefined;
  /** How many events are read at once. */
  batchSize?: number | undefined;
}

const yieldToOthers = () => new Promise(setImmediate);

/**
 * Applies the log up to its head to all of the builds and returns that position. Each event is read, parsed and decrypted once.
 * @throws the signal's reason; UnreadableEvent and DamagedEvent, as every reader of the log
 */
export async function buildToHead(pass: BuildPass, parts: FoldParts, signal: AbortSignal): Promise<Position> {
  const { betweenBatches = yieldToOthers, batchSize = defaultBatchSize } = pass;
  const { log, sealing } = parts;
  const going = new Set(pass.targets);
  const from = lowest(pass.targets);
  const reporter = createReporter(pass, from, log);
  let done = from;
  signal.throwIfAborted();
  while (going.size > 0) {
    const wanted = wantedBy(going);
    const { events, checkedUpTo, lastId } = await log.scan(done, batchSize, wanted.types);
    if (checkedUpTo === done) break;
    signal.throwIfAborted();
    const batch = {
      sealed: { events },
      opened: await decryptWanted(wanted, events, sealing),
      checkpoint: { position: checkedUpTo, eventId: lastId },
    };
    for (const target of going) {
      const failed = await foldInto(target, batch);
      if (!failed) continue;
      going.delete(target);
      fail(pass, target, failed.error);
    }
    done = checkedUpTo;
    await reporter.reportIfDue(done);
    await betweenBatches();
  }
  await reporter.report(done);
  return done;
}

const lowest = (targets: readonly BuildTarget[]): Position =>
  targets.map(({ from }) => from).reduce((one, other) => (other < one ? other : one), targets[0]?.from ?? 0n);

function fail({ onFailed }: BuildPass, target: BuildTarget, error: unknown): void {
  if (!onFailed) throw error;
  onFailed(target, error);
}

/** The types of events that builds take, and those of which one takes the personal fields. */
interface Wanted {
  types: ReadonlySet<string>;
  opened: ReadonlySet<string>;
}

function wantedBy(targets: Iterable<BuildTarget>): Wanted {
  const wanted = { types: new Set<string>(), opened: new Set<string>() };
  for (const { projection } of targets) {
    for (const type of projection.takes) {
      wanted.types.add(type);
      if (projection.personal === "opened") wanted.opened.add(type);
    }
  }
  return wanted;
}

/** Decrypts the events whose personal fields a build takes, once for all builds, and leaves the others out. */
async function decryptWanted(
  { opened }: Wanted,
  events: readonly RecordedEvent[],
  sealing: FoldParts["sealing"],
): Promise<DecryptedEvents> {
  const personal = opened.size === 0 ? [] : events.filter(({ type }) => opened.has(type));
  return personal.length === 0 ? { events: [] } : decryptEach(personal, sealing);
}

/** Events that were read together. */
interface Batch {
  sealed: DecryptedEvents;
  /** Those of which a build takes the personal fields. */
  opened: DecryptedEvents;
  checkpoint: Checkpoint;
}

/** Null, or why the build goes no further. */
async function foldInto(
  { projection, build, from }: BuildTarget,
  { sealed, opened, checkpoint }: Batch,
): Promise<{ error: unknown } | null> {
  if (checkpoint.position <= from) return null;
  const taken = projection.personal === "opened" ? opened : sealed;
  const load = (keys: readonly string[]) => build.load(projection, keys);
  const { documents, failed } = await foldBatch(projection, { ...taken, events: after(from, taken.events) }, { load });
  if (failed) return failed;
  await build.write([{ collection: projection, documents, checkpoint }]);
  return null;
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
