import { notaryStream, type StreamName } from "@attestory/events/envelope.ts";
import type { CheckpointSigned } from "@attestory/events/notary-events.ts";
import { DamagedEvent, type EventLog } from "../log/event-log.ts";
import { MerkleTree } from "./merkle-tree.ts";

export interface SignedCheckpoint {
  note: string;
  tree: MerkleTree;
  /** The last event that it covers. */
  last: { stream: StreamName; version: number };
  /** Its own place in the notary's stream. */
  version: number;
  recordedAt: Date;
}

/** The checkpoint at this version of the notary's stream; null if it has none there. @throws DamagedEvent if it is none */
export async function checkpointAt(log: Pick<EventLog, "read">, version: number): Promise<SignedCheckpoint | null> {
  if (version < 1) return null;
  const event = (await log.read(notaryStream, version - 1, 1)).events[0];
  if (!event) return null;
  if (event.type !== "CheckpointSigned") throw new DamagedEvent(`${notaryStream} has a ${event.type}`);
  const { note, last } = event.data;
  const stream = last.stream as StreamName;
  return { note, tree: treeOf(event.data), last: { ...last, stream }, version, recordedAt: event.recordedAt };
}

/** The newest checkpoint, and the position of the last event that it covers; null if none was signed. */
export async function newestCheckpoint(
  log: Pick<EventLog, "read">,
): Promise<(SignedCheckpoint & { upTo: bigint }) | null> {
  const { version } = await log.read(notaryStream, 0, 1);
  const newest = await checkpointAt(log, version);
  return newest && { ...newest, upTo: await positionOf(log, newest.last) };
}

/** The checkpoint of so many events; null if the log has none of exactly that size. */
export async function checkpointOfSize(log: Pick<EventLog, "read">, size: number): Promise<SignedCheckpoint | null> {
  let [low, high] = [1, (await log.read(notaryStream, 0, 1)).version];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const checkpoint = await checkpointAt(log, middle);
    if (!checkpoint || checkpoint.tree.size === size) return checkpoint;
    [low, high] = checkpoint.tree.size < size ? [middle + 1, high] : [low, middle - 1];
  }
  return null;
}

/** Events are named by stream and version, because an import gives them other positions. @throws DamagedEvent if the log lacks the event */
export async function positionOf(
  log: Pick<EventLog, "read">,
  { stream, version }: SignedCheckpoint["last"],
): Promise<bigint> {
  const event = (await log.read(stream, version - 1, 1)).events[0];
  if (!event) throw new DamagedEvent(`the log lacks version ${version} of ${stream}, which a checkpoint covers`);
  return event.position;
}

/** @throws DamagedEvent */
function treeOf({ size, peaks }: CheckpointSigned["data"]): MerkleTree {
  const hashes = peaks.map((peak) => Buffer.from(peak, "base64"));
  try {
    return new MerkleTree(size, hashes);
  } catch (cause) {
    throw new DamagedEvent("a checkpoint has the peaks of another tree", { cause });
  }
}
