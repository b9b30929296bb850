import type { BuildInProgress } from "../store/builds.ts";
import { type Collection, type Kept, noCheckpoint, type ReadStoreWriter } from "../store/read-store.ts";

/** How many documents stay in memory, of all builds of a pass together, because more events may change them before they are written. */
export const defaultMostHeld = 15_000;
/** How many documents are written at once, the longest unchanged first. */
const writtenAtOnce = 5000;

/** A build whose documents are written when memory is short, and at the end. */
export interface HeldBuild extends Pick<ReadStoreWriter, "load" | "write"> {
  /** How many documents are held. */
  readonly size: number;
  /** Writes everything that is held. Yields to the event loop in between. */
  flush(): Promise<void>;
  /** Forgets everything that is held. */
  forget(): void;
}

/** Holds the documents of several builds in memory, at most `most` of them after each write. */
export function holdDocuments(most: number = defaultMostHeld) {
  const builds = new Set<Held>();
  const isFull = () => {
    let held = 0;
    for (const { size } of builds) held += size;
    return held > most;
  };
  const makeRoom = async () => {
    while (isFull())
      await [...builds].reduce((largest, other) => (other.size > largest.size ? other : largest)).spill();
  };
  return {
    hold(collection: Collection, build: Pick<BuildInProgress, "load" | "write">): HeldBuild {
      const held = new Held(collection, build);
      builds.add(held);
      return {
        load: (_, keys) => held.load(keys),
        async write(changes) {
          for (const change of changes) held.take(change.documents, change.checkpoint);
          await makeRoom();
        },
        get size() {
          return held.size;
        },
        async flush() {
          await held.flush();
          builds.delete(held);
        },
        forget: () => void builds.delete(held),
      };
    },
  };
}

class Held {
  readonly #collection: Collection;
  readonly #build: Pick<BuildInProgress, "load" | "write">;
  /** Those that have not changed for the longest time come first. */
  readonly #documents = new Map<string, Kept>();
  #reached = noCheckpoint;

  constructor(collection: Collection, build: Pick<BuildInProgress, "load" | "write">) {
    this.#collection = collection;
    this.#build = build;
  }

  get size(): number {
    return this.#documents.size;
  }

  async load(keys: readonly string[]): Promise<Map<string, Kept>> {
    const here = new Map<string, Kept>();
    const missing: string[] = [];
    for (const key of keys) {
      const kept = this.#documents.get(key);
      if (kept) here.set(key, kept);
      else missing.push(key);
    }
    if (missing.length === 0) return here;
    for (const [key, kept] of await this.#build.load(this.#collection, missing)) here.set(key, kept);
    return here;
  }

  take(documents: ReadonlyMap<string, Kept>, checkpoint: typeof noCheckpoint): void {
    for (const [key, kept] of documents) {
      this.#documents.delete(key);
      this.#documents.set(key, kept);
    }
    this.#reached = checkpoint;
  }

  /** Writes some documents. The checkpoint waits for the last ones. */
  async spill(): Promise<void> {
    const some = [...this.#documents.entries().take(writtenAtOnce)];
    // In the order of the keys, so that neighbours are written together.
    const documents = new Map(some.sort(([one], [other]) => (one < other ? -1 : 1)));
    await this.#build.write([{ collection: this.#collection, documents, checkpoint: noCheckpoint }]);
    for (const key of documents.keys()) this.#documents.delete(key);
  }

  async flush(): Promise<void> {
    while (this.#documents.size > 0) {
      await this.spill();
      await new Promise(setImmediate);
    }
    await this.#build.write([{ collection: this.#collection, documents: new Map(), checkpoint: this.#reached }]);
  }
}
