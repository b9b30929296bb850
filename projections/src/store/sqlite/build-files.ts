import type { Checkpoint } from "../read-store.ts";
import { type NewBuildFile, type SqliteBuildInProgress, sqliteBuildInProgress } from "./build-in-progress.ts";
import type { BuildRows, StoredDocument } from "./build-rows.ts";
import { makeDurable, openUnfinishedBuild } from "./files.ts";

/** The file of an unfinished build, which this thread or another one writes. */
export interface UnfinishedFile {
  load(keys: readonly string[]): Promise<StoredDocument[]>;
  write(rows: BuildRows): Promise<void>;
  /** Writes everything to disk, and closes the file. */
  finish(checkpoint: Checkpoint): Promise<void>;
  close(): Promise<void>;
}

export interface BuildFiles {
  create(file: NewBuildFile): Promise<UnfinishedFile>;
  /** A thread that was started for this gives way to the others. */
  giveWay(): void;
  close(): Promise<void>;
}

/** Writes the files in this thread. */
export const buildFilesHere: BuildFiles = {
  async create(file) {
    const unfinished = opened(file);
    return {
      load: async (keys) => unfinished.load(keys),
      write: async (rows) => unfinished.write(rows),
      async finish(checkpoint) {
        unfinished.finish(checkpoint);
        unfinished.close();
        await makeDurable(file.path);
      },
      close: async () => unfinished.close(),
    };
  },
  giveWay: () => undefined,
  close: async () => undefined,
};

/** Nothing stays open of a file that cannot be prepared: its room is given back when it is removed. */
function opened(file: NewBuildFile): SqliteBuildInProgress {
  const database = openUnfinishedBuild(file.path);
  try {
    return sqliteBuildInProgress(database, file);
  } catch (error) {
    database.close();
    throw error;
  }
}
