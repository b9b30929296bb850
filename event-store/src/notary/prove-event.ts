import { setImmediate } from "node:timers/promises";
import type { Position, StreamName } from "@attestory/events/envelope.ts";
import { notaryStream } from "@attestory/events/envelope.ts";
import type { EventLog } from "../log/event-log.ts";
import { storedBytes } from "../log/stored-bytes.ts";
import { type InclusionProof, inclusionProof } from "./inclusion-proof.ts";
import { leafHash, MerkleTree } from "./merkle-tree.ts";
import { checkpointAt, positionOf, type SignedCheckpoint } from "./newest-checkpoint.ts";

export interface EventProof {
  /** The bytes that the tree holds for the event: see `storedBytes`. */
  bytes: string;
  proof: InclusionProof;
  /** The first checkpoint that covers the event: a signed note. */
  checkpoint: string;
  signedAt: Date;
}

export type NoProof = "no-such-event" | "not-covered-yet";

const pageSize = 500;

/**
 * Proves that an event is in the log, by the first checkpoint that covers it and the events since the one before: some twenty short reads
 * and about a thousand events, however long the log is.
 */
export async function proveEvent(
  log: Pick<EventLog, "read" | "readStored">,
  { stream, version }: { stream: StreamName; version: number },
): Promise<EventProof | NoProof> {
  const event = (await log.read(stream, version - 1, 1)).events[0];
  if (!event) return "no-such-event";
  const checkpoint = await firstCovering(log, event.position);
  if (!checkpoint) return "not-covered-yet";
  const before = await checkpointAt(log, checkpoint.version - 1);
  const from = before ? await positionOf(log, before.last) : 0n;
  const { leaves, at } = await leavesBetween(log, {
    from,
    to: await positionOf(log, checkpoint.last),
    of: event.position,
  });
  const tree = before?.tree ?? new MerkleTree();
  const proof = inclusionProof(tree, leaves, tree.size + at);
  return { bytes: storedBytes(event.stored), proof, checkpoint: checkpoint.note, signedAt: checkpoint.recordedAt };
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

interface Stretch {
  from: Position;
  to: Position;
  of: Position;
}

/** The hashes of the events after `from` up to `to`, and the place among them of the one at `of`. */
async function leavesBetween(log: Pick<EventLog, "readStored">, { from, to, of }: Stretch) {
  const leaves: Buffer[] = [];
  let at = -1;
  for (let after = from; after < to; ) {
    const page = await log.readStored(after, pageSize);
    for (const event of page.filter(({ position }) => position <= to)) {
      if (event.position === of) at = leaves.length;
      leaves.push(leafHash(storedBytes(event)));
    }
    after = page.at(-1)?.position ?? to;
    // A log that is older than its notary has all of its first events under one checkpoint.
    await setImmediate();
  }
  return { leaves, at };
}
