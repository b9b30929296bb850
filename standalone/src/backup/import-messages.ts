import type { BackupImport, Imported } from "@attestory/command-api/backup/import-backup.ts";
import type { GivenMasterKeys } from "@attestory/event-store/vault/master-key-file.ts";

/** What the thread of an import is given. Functions cannot be passed to a thread. */
export type ImportThreadData = Pick<BackupImport, "file" | "now" | "by" | "until" | "dryRun"> & {
  dataDir: string;
  masterKeys: GivenMasterKeys;
};

/** A message from the thread: how far it is, and at last one of the others. */
export type ImportMessage =
  | { kind: "progress"; events: number; of: number }
  | { kind: "imported"; imported: Imported }
  /** The file is no backup that may be imported. */
  | { kind: "fault"; line: number | null; reason: string }
  | { kind: "failed"; error: Error; diskIsFull: boolean };
