import type { Parsed } from "../../../load-schemas.ts";
import { bytesOf, checkSignature, nameOfKey, readCheckpoint, type Signature, type Subtle } from "./signed-note.ts";

export type EventProof = Parsed<"eventProof">;

/** `number`, from 1, of `size` events. `reason`: a sentence. */
export type ProofCheck =
  | { outcome: "proven"; number: number; size: number; signature: Exclude<Signature, "wrong"> }
  | { outcome: "failed"; reason: string };

/**
 * Checks what the service answers about the event, STREAM@VERSION or its id, without asking it again: that the bytes are this event's,
 * that they lead to the root of the checkpoint (RFC 6962 section 2.1.1), and that the verifier key has signed the checkpoint.
 */
export async function checkProof(event: string, proof: EventProof, subtle: Subtle): Promise<ProofCheck> {
  const { bytes, index, size, checkpoint, verifierKey } = proof;
  if (!namesIn(bytes).includes(event)) return failed("The answer is about another event.");
  const head = readCheckpoint(checkpoint, nameOfKey(verifierKey));
  if (!head) return failed("The checkpoint is none of this log.");
  const path = proof.path.map(bytesOf);
  const root =
    head.size === size ? await rootByProof(await leafHash(bytes, subtle), { index, size, path }, subtle) : null;
  if (!root || !isEqual(root, head.root))
    return failed("The event does not lead to the root that the checkpoint states.");
  const signature = await checkSignature(checkpoint, verifierKey, subtle);
  if (signature === "wrong") return failed("The key of this log has not signed the checkpoint.");
  return { outcome: "proven", number: index + 1, size, signature };
}

const failed = (reason: string): ProofCheck => ({ outcome: "failed", reason });

type Bytes = Uint8Array<ArrayBuffer>;

/** The stored bytes are a JSON list that begins with stream, version and id. */
function namesIn(bytes: string): string[] {
  try {
    const [stream, version, id] = JSON.parse(bytes);
    return [`${stream}@${version}`, id];
  } catch {
    return [];
  }
}

const leafHash = (bytes: string, subtle: Subtle): Promise<Bytes> => hash(subtle, [0], new TextEncoder().encode(bytes));

interface Way {
  index: number;
  size: number;
  path: readonly (Bytes | null)[];
}

/** The root to which the siblings lead from the leaf; null if they lead to none. */
async function rootByProof(leaf: Bytes, { index, size, path }: Way, subtle: Subtle): Promise<Bytes | null> {
  if (index < 0 || index >= size) return null;
  const sibling = path.at(-1);
  if (size === 1 || !sibling) return size === 1 && path.length === 0 ? leaf : null;
  const split = splitOf(size);
  const isLeft = index < split;
  const part = isLeft ? { index, size: split } : { index: index - split, size: size - split };
  const root = await rootByProof(leaf, { ...part, path: path.slice(0, -1) }, subtle);
  return root && (isLeft ? hash(subtle, [1], root, sibling) : hash(subtle, [1], sibling, root));
}

/** The largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

async function hash(subtle: Subtle, prefix: readonly number[], ...parts: readonly Bytes[]): Promise<Bytes> {
  const input = Uint8Array.from([...prefix, ...parts.flatMap((part) => [...part])]);
  return new Uint8Array(await subtle.digest("SHA-256", input));
}

const isEqual = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
