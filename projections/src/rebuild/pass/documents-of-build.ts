import type { BuildInProgress } from "../../store/builds.ts";
import { type Checkpoint, type Collection, type Kept, noCheckpoint } from "../../store/read-store.ts";
import type { KeyFilter } from "./key-filter.ts";

interface Parts {
  collection: Collection;
  build: Pick<BuildInProgress, "load" | "write">;
  /** Among the builds that share `written`. */
  number: number;
  /** The keys that were written. */
  written: KeyFilter;
  /** Whether others were written before, which `written` does not know. */
  hasOlder: boolean;
}

const none: ReadonlyMap<string, Kept> = new Map();

/** Documents of one build: those that are held, those that are being written, and, in the build, those that were written. */
export class DocumentsOfBuild {
  readonly #parts: Parts;
  /** Those that have not changed for the longest time come first. */
  readonly #documents = new Map<string, Kept>();
  #onTheirWay = none;
  #writing: Promise<void> | null = null;
  #failed: { error: unknown } | null = null;
  #reached = noCheckpoint;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#documents.size;
  }

  /** The write that is under way. Rejects if it fails. */
  get writing(): Promise<void> | null {
    return this.#writing;
  }

  async load(keys: readonly string[]): Promise<Map<string, Kept>> {
    const { build, collection } = this.#parts;
    const here = new Map<string, Kept>();
    const missing: string[] = [];
    for (const key of keys) {
      const kept = this.#documents.get(key) ?? this.#onTheirWay.get(key);
      if (kept) here.set(key, kept);
      else if (!this.#isNew(key)) missing.push(key);
    }
    if (missing.length === 0) return here;
    for (const [key, kept] of await build.load(collection, missing)) here.set(key, kept);
    return here;
  }

  /** @throws what an earlier write failed with */
  take(documents: ReadonlyMap<string, Kept>, checkpoint: typeof noCheckpoint): void {
    if (this.#failed) throw this.#failed.error;
    for (const [key, kept] of documents) {
      this.#documents.delete(key);
      this.#documents.set(key, kept);
    }
    this.#reached = checkpoint;
  }

  /** Begins to write some documents. The checkpoint waits for the last ones. */
  spill(most: number): Promise<void> {
    const { build, collection, number, written } = this.#parts;
    const some = [...this.#documents.entries().take(most)];
    // In the order of the keys, so that neighbours are written together.
    const documents = new Map(some.sort(([one], [other]) => (one < other ? -1 : 1)));
    const newKeys = new Set<string>();
    for (const key of documents.keys()) {
      this.#documents.delete(key);
      if (this.#isNew(key)) newKeys.add(key);
      written.add(number, key);
    }
    this.#onTheirWay = documents;
    const writing = build
      .write([{ collection, documents, checkpoint: noCheckpoint, reached: this.#reached, newKeys }])
      .catch((error: unknown) => {
        this.#failed = { error };
        throw error;
      })
      .finally(() => {
        this.#onTheirWay = none;
        this.#writing = null;
      });
    // The next write, or the caller that waits for this one, gets the error.
    writing.catch(() => undefined);
    this.#writing = writing;
    return writing;
  }

  /** Writes all documents, and then the checkpoint. */
  async flush(portion: number, checkpoint?: Checkpoint): Promise<void> {
    await this.#writing;
    if (this.#failed) throw this.#failed.error;
    while (this.#documents.size > 0) {
      await this.spill(portion);
      await new Promise(setImmediate);
    }
    const { build, collection } = this.#parts;
    await build.write([{ collection, documents: new Map(), checkpoint: checkpoint ?? this.#reached }]);
  }

  /** True: no document with this key was written yet. */
  #isNew(key: string): boolean {
    const { hasOlder, written, number } = this.#parts;
    return !hasOlder && !written.mayHave(number, key);
  }
}
