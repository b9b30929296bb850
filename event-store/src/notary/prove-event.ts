import { setImmediate } from "node:timers/promises";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { notaryStream } from "@attestory/events/envelope.ts";
import pLimit from "p-limit";
import type { EventLog } from "../log/event-log.ts";
import { storedBytes } from "../log/stored-bytes.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { ifAltered } from "./if-altered.ts";
import { type InclusionProof, InclusionProver } from "./inclusion-proof.ts";
import { leafHash, MerkleTree } from "./merkle-tree.ts";
import { checkpointAt, positionOf, type SignedCheckpoint } from "./newest-checkpoint.ts";
import type { NoteKey } from "./signed-note.ts";

export interface ProverParts {
  log: Pick<EventLog, "read" | "eventAt" | "readStored">;
  key: NoteKey;
}

/** What names an event. A position alone would not: it is another event's once an import has replaced the log. */
export type EventName = { stream: StreamName; version: number } | { id: string; position: Position };

export interface EventProof {
  event: Pick<StoredEvent, "stream" | "version">;
  /** The bytes that the tree holds for the event: see `storedBytes`. */
  bytes: string;
  proof: InclusionProof;
  /** The first checkpoint that covers the event: a signed note. */
  checkpoint: string;
  signedAt: Date;
}

/** `altered`: what the proof needs of the log is not what was signed. `abandoned`: nobody waits for the proof any more. */
export type NoProof = "no-such-event" | "not-covered-yet" | "altered" | "abandoned";

export type ProveEvent = (name: EventName, isAbandoned: () => boolean) => Promise<EventProof | NoProof>;

/** So few that requests wait less than two milliseconds for the hashing of a page. */
const pageSize = 100;
/** So few that they leave the process to others, also while each reads a whole log. The others wait for their turn. */
const provedAtOnce = 2;

/**
 * Proves that an event is in the log, by the first checkpoint that covers it and the events since the one before: some twenty short reads
 * and about a thousand events, however long the log is. Only the first checkpoint of a log that is older than its notary covers more: all
 * of the log as it was.
 */
export function createEventProver(parts: ProverParts): ProveEvent {
  const inTurn = pLimit(provedAtOnce);
  return (name, isAbandoned) => inTurn(() => prove(parts, name, isAbandoned).catch(ifAltered));
}

async function prove(
  { log, key }: ProverParts,
  name: EventName,
  isAbandoned: () => boolean,
): Promise<EventProof | NoProof> {
  if (isAbandoned()) return "abandoned";
  const event = await find(log, name);
  if (!event) return "no-such-event";
  const checkpoint = await firstCovering(log, event.position);
  if (!checkpoint) return "not-covered-yet";
  const before = await checkpointAt(log, checkpoint.version - 1);
  const prover = new InclusionProver(before?.tree ?? new MerkleTree());
  const from = before ? await positionOf(log, before.last) : 0n;
  for await (const page of pages(log, from, await positionOf(log, checkpoint.last))) {
    if (isAbandoned()) return "abandoned";
    addTo(prover, page, event.position);
  }
  const proven = prover.finish();
  if (!proven || !openCheckpoint(checkpoint.note, key)?.root.equals(proven.root)) return "altered";
  const { note, recordedAt: signedAt } = checkpoint;
  return { event, bytes: storedBytes(event.stored), proof: proven.proof, checkpoint: note, signedAt };
}

async function find(log: ProverParts["log"], name: EventName): Promise<RecordedEvent | null> {
  if ("stream" in name) return (await log.read(name.stream, name.version - 1, 1)).events[0] ?? null;
  const event = await log.eventAt(name.position);
  return event?.id === name.id ? event : null;
}

/** The first checkpoint that covers the position, by halves. */
async function firstCovering(log: Pick<EventLog, "read">, position: Position): Promise<SignedCheckpoint | null> {
  const covers = async (version: number) => {
    const checkpoint = await checkpointAt(log, version);
    return checkpoint && (await positionOf(log, checkpoint.last)) >= position ? checkpoint : null;
  };
  let [low, high] = [1, (await log.read(notaryStream, 0, 1)).version];
  let found = high > 0 ? await covers(high) : null;
  while (found && low < high) {
    const middle = Math.floor((low + high) / 2);
    const covering = await covers(middle);
    found = covering ?? found;
    [low, high] = covering ? [low, middle] : [middle + 1, high];
  }
  return found;
}

/** The events after `from` up to `to`. Others work after each page. */
async function* pages(log: Pick<EventLog, "readStored">, from: Position, to: Position): AsyncGenerator<StoredEvent[]> {
  for (let after = from; after < to; await setImmediate()) {
    const page = await log.readStored(after, pageSize);
    yield page.filter(({ position }) => position <= to);
    after = page.at(-1)?.position ?? to;
  }
}

function addTo(prover: InclusionProver, events: readonly StoredEvent[], proved: Position): void {
  for (const event of events) {
    const leaf = leafHash(storedBytes(event));
    if (event.position === proved) prover.appendProved(leaf);
    else prover.append(leaf);
  }
}
