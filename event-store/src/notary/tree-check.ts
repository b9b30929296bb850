import type { StoredEvent } from "@attestory/events/envelope.ts";
import { notaryStream } from "@attestory/events/envelope.ts";
import { type CheckpointSigned, checkpointSigned } from "@attestory/events/notary-events.ts";
import { storedBytes } from "../log/stored-bytes.ts";
import { openCheckpoint, type TreeHead } from "./checkpoint.ts";
import { leafHash, MerkleTree } from "./merkle-tree.ts";
import type { NoteKey } from "./signed-note.ts";

/** A checkpoint that is not about the events before it, in words that follow "checkpoint of 1,234 events". */
export interface TreeFault {
  size: number;
  reason: string;
}

export const faultText = ({ size, reason }: TreeFault): string =>
  `the checkpoint of ${size.toLocaleString("en")} events ${reason}`;

/** Between a checkpoint and the last event that it covers are at most so many events, or twice as many. */
const latest = 65_536;

/**
 * Computes the Merkle tree of a log that is passed through it from the first event on, and compares it with every checkpoint: those in
 * the log, and those that were kept elsewhere. Equal roots at two sizes show that the larger tree continues the smaller one. Memory does not depend on the size of the log.
 */
export class TreeCheck {
  readonly #key: NoteKey;
  /** Kept elsewhere, the smallest first. */
  readonly #kept: TreeHead[];
  readonly #tree = new MerkleTree();
  /** Hashes of the newest events, which no checkpoint has covered yet. */
  #pending: Buffer[] = [];
  #checkpoints = 0;
  #covered = 0;

  constructor(key: NoteKey, kept: readonly TreeHead[] = []) {
    this.#key = key;
    this.#kept = kept.toSorted((a, b) => a.size - b.size);
  }

  get events(): number {
    return this.#tree.size + this.#pending.length;
  }

  /** Of the log's own. */
  get checkpoints(): number {
    return this.#checkpoints;
  }

  /** Events up to here are covered by a checkpoint that was compared. */
  get covered(): number {
    return this.#covered;
  }

  add(event: Omit<StoredEvent, "position">): TreeFault | null {
    const fault = event.stream === notaryStream ? this.#compare(event) : null;
    this.#pending.push(leafHash(storedBytes(event)));
    const left = this.#pending.length > 2 * latest ? this.#growTo(this.#tree.size + latest) : null;
    return fault ?? left;
  }

  /** After the last event: compares what was kept elsewhere about the newest events. */
  finish(): TreeFault | null {
    const fault = this.#growTo(this.events);
    const [beyond] = this.#kept;
    if (fault || !beyond) return fault;
    return { size: beyond.size, reason: `was kept, and the log has ${this.events}` };
  }

  root(): Buffer {
    return this.#tree.root();
  }

  #compare({ data, type }: Omit<StoredEvent, "position">): TreeFault | null {
    const checkpoint = type === "CheckpointSigned" ? checkpointIn(data) : null;
    if (!checkpoint) return { size: this.#covered, reason: `is followed in ${notaryStream} by what is none` };
    const { size, note, peaks } = checkpoint;
    const head = openCheckpoint(note, this.#key);
    if (!head || head.size !== size) return { size, reason: "is not signed by the key of this log" };
    if (size <= this.#covered || size > this.events) {
      return { size, reason: `follows one of ${this.#covered}, in a log of ${this.events}` };
    }
    if (size < this.#tree.size) return { size, reason: `was signed ${this.events - size} events later` };
    const fault = this.#growTo(size);
    if (fault) return fault;
    const own = this.#tree.peaks.map((peak) => peak.toString("base64"));
    if (!head.root.equals(this.#tree.root()) || own.join() !== peaks.join()) {
      return { size, reason: "has another root than the events" };
    }
    this.#checkpoints++;
    this.#covered = size;
    return null;
  }

  #growTo(size: number): TreeFault | null {
    const count = size - this.#tree.size;
    for (const leaf of this.#pending.slice(0, count)) {
      this.#tree.append(leaf);
      const fault = this.#compareKept();
      if (fault) return fault;
    }
    this.#pending = this.#pending.slice(count);
    return null;
  }

  #compareKept(): TreeFault | null {
    for (let [next] = this.#kept; next && next.size === this.#tree.size; [next] = this.#kept) {
      if (!next.root.equals(this.#tree.root())) {
        return { size: next.size, reason: "was kept, and has another root than the events" };
      }
      this.#kept.shift();
    }
    return null;
  }
}

/** Null if the text is no checkpoint. */
function checkpointIn(text: string): CheckpointSigned["data"] | null {
  try {
    return checkpointSigned.schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
