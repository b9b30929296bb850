import { setImmediate } from "node:timers/promises";
import type { StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { notaryStream } from "@attestory/events/envelope.ts";
import type { CheckpointSigned } from "@attestory/events/notary-events.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { deduplicated } from "@attestory/runtime/deduplicated-log.ts";
import { untilClosed } from "@attestory/runtime/until-closed.ts";
import type { Clock } from "../clock.ts";
import { type EventLog, VersionConflict } from "../log/event-log.ts";
import { storedBytes } from "../log/stored-bytes.ts";
import { systemEvent } from "../log/system-event.ts";
import type { Sealing } from "../vault/sealing.ts";
import { signCheckpoint } from "./checkpoint.ts";
import { leafHash, MerkleTree } from "./merkle-tree.ts";
import { newestCheckpoint } from "./newest-checkpoint.ts";
import type { NoteKey } from "./signed-note.ts";

export interface NotaryParts {
  log: Pick<EventLog, "read" | "append" | "head" | "readStored">;
  sealing: Pick<Sealing, "seal">;
  key: NoteKey;
  now: Clock;
  /** A checkpoint is signed once so many events, or seconds since the first of them, are not covered by one. */
  every: { events: number; seconds: number };
  /** Called with each checkpoint that this notary has signed, once it is in the log. */
  onSigned?(note: string): void;
  reportError(error: unknown): void;
  /** How often it asks for the head of the log. A second unless given. */
  pollMs?: number;
}

/** So few that requests wait less than two milliseconds for the hashing of a page. */
const pageSize = 100;

/** Progress of workers is covered, but does not call for a checkpoint: they progress past checkpoints, too. */
const callsForCheckpoint = ({ stream, type }: StoredEvent): boolean =>
  stream !== notaryStream && !type.endsWith("Progressed");

/** What was read of the log, and not signed yet. */
interface Reading {
  tree: MerkleTree;
  position: bigint;
  last: { stream: StreamName; version: number };
  /** Of the notary's stream. */
  version: number;
  /** Events that call for a checkpoint, and when the first of them was read, in milliseconds. */
  calling: number;
  since: number;
}

/**
 * Follows the log, keeps its Merkle tree and signs checkpoints of it, in the log. Safe to run in several processes at once, and to
 * interrupt anywhere: whoever signs next goes on from the newest checkpoint.
 */
export const startNotary = (parts: NotaryParts): { close(): Promise<void> } =>
  untilClosed((signal) => work(parts, signal));

async function work(parts: NotaryParts, signal: AbortSignal): Promise<void> {
  const { pollMs = 1000 } = parts;
  const reportOnce = deduplicated(parts.reportError);
  let reading: Reading | null = null;
  let failures = 0;
  const recover = (error: unknown) => {
    failures++;
    // Another notary came first: this one goes on from there.
    if (!(error instanceof VersionConflict)) reportOnce(error);
    return null;
  };
  const readNext = async () => {
    const read = await readOn(reading ?? (await resume(parts)), parts, signal);
    failures = 0;
    return read;
  };
  while (!signal.aborted) {
    reading = await readNext().catch(recover);
    await pause(failures > 0 ? backoffMs(failures) : pollMs, signal);
  }
}

async function resume({ log }: NotaryParts): Promise<Reading> {
  const newest = await newestCheckpoint(log);
  const rest = { calling: 0, since: 0 };
  if (!newest)
    return { ...rest, tree: new MerkleTree(), position: 0n, last: { stream: notaryStream, version: 0 }, version: 0 };
  return { ...rest, tree: newest.tree, position: newest.upTo, last: newest.last, version: newest.version };
}

/**
 * Reads to the end of the log, and signs if it is due. Nothing is signed before the end, so that few events come between a checkpoint and
 * those that it covers: see `TreeCheck`.
 */
async function readOn(from: Reading, parts: NotaryParts, signal: AbortSignal): Promise<Reading> {
  if (from.calling === 0 && (await parts.log.head()) === from.position) return from;
  let reading = from;
  for (let read = pageSize; read === pageSize && !signal.aborted; await setImmediate()) {
    const page = await parts.log.readStored(reading.position, pageSize);
    reading = page.reduce(add, reading);
    read = page.length;
  }
  return isDue(reading, parts) && !signal.aborted ? sign(reading, parts) : reading;
}

const isDue = ({ calling, since }: Reading, { every }: NotaryParts): boolean =>
  calling >= every.events || (calling > 0 && performance.now() - since >= every.seconds * 1000);

function add(reading: Reading, event: StoredEvent): Reading {
  reading.tree.append(leafHash(storedBytes(event)));
  const { position, stream, version } = event;
  const read = { ...reading, position, last: { stream, version } };
  if (!callsForCheckpoint(event)) return read;
  return { ...read, calling: reading.calling + 1, since: reading.calling === 0 ? performance.now() : reading.since };
}

/** @throws VersionConflict */
async function sign(reading: Reading, parts: NotaryParts): Promise<Reading> {
  const { log, sealing, key, now, onSigned } = parts;
  const { tree, last, version } = reading;
  const note = signCheckpoint({ size: tree.size, root: tree.root() }, key);
  const peaks = tree.peaks.map((peak) => peak.toString("base64"));
  const event: CheckpointSigned = { type: "CheckpointSigned", data: { size: tree.size, last, peaks, note } };
  const sealed = await sealing.seal(notaryStream, [systemEvent(event, { id: "notary", now: now() })]);
  await log.append(notaryStream, version, sealed);
  onSigned?.(note);
  return { ...reading, version: version + 1, calling: 0, since: 0 };
}
