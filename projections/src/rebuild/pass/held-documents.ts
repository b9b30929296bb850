import type { Position } from "@attestory/events/envelope.ts";
import type { BuildInProgress } from "../../store/builds.ts";
import type { Checkpoint, Collection, ReadStoreWriter } from "../../store/read-store.ts";
import { DocumentsOfBuild } from "./documents-of-build.ts";
import { KeyFilter } from "./key-filter.ts";

/** How many documents stay in memory, of all builds of a pass together, because more events may change them before they are written. */
export const defaultMostHeld = 15_000;
/** How many writes are under way at once, each of another build: one is written while the next one is made. */
const writesAtOnce = 2;

/** How many documents are written at once, the longest unchanged first: of two writes, all texts are in memory twice. */
const portionOf = (most: number) => Math.min(5000, Math.max(100, Math.ceil(most / 15)));

/** A build whose documents are written when memory is short, and at the end. */
export interface HeldBuild extends Pick<ReadStoreWriter, "load" | "write"> {
  /** How many documents are held. */
  readonly size: number;
  /** Writes everything that is held, and this checkpoint: up to there, it has every event. Yields to the event loop in between. */
  save(reached: Checkpoint): Promise<void>;
  /** Writes everything that is held, for the last time, and the checkpoint. */
  flush(): Promise<void>;
  /** Forgets everything that is held. Resolves when nothing is being written. */
  forget(): Promise<void>;
}

/** Holds the documents of several builds in memory, at most `most`, with those that are being written meanwhile. */
export function holdDocuments(most: number = defaultMostHeld) {
  const builds = new Set<DocumentsOfBuild>();
  const written = new KeyFilter();
  const portion = portionOf(most);
  const mostAtRest = Math.max(0, most - writesAtOnce * portion);
  const isFull = () => {
    let held = 0;
    for (const { size } of builds) held += size;
    return held > mostAtRest;
  };
  /** Begins writes, and waits for earlier ones where enough are under way. @throws what an earlier write failed with */
  const makeRoom = async () => {
    while (isFull()) {
      const idle = [...builds].filter(({ writing, size }) => !writing && size > 0);
      const underWay = [...builds].flatMap(({ writing }) => writing ?? []);
      const largest = idle.reduce<DocumentsOfBuild | null>(
        (most, one) => (most && most.size >= one.size ? most : one),
        null,
      );
      if (largest && underWay.length < writesAtOnce) largest.spill(portion);
      else await Promise.race(underWay);
    }
  };
  let last = 0;
  return {
    /** @param from up to where the build has every event: documents were written to it unless this is zero */
    hold(collection: Collection, build: Pick<BuildInProgress, "load" | "write">, from: Position): HeldBuild {
      const held = new DocumentsOfBuild({ collection, build, number: ++last, written, hasOlder: from > 0n });
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
        save: (reached) => held.flush(portion, reached),
        async flush() {
          await held.flush(portion);
          builds.delete(held);
        },
        async forget() {
          builds.delete(held);
          await held.writing?.catch(() => undefined);
        },
      };
    },
  };
}
