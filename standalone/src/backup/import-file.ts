import { type BackupImport, type Imported, importBackup } from "@attestory/command-api/backup/import-backup.ts";
import { localGenerations } from "@attestory/event-store/backup/local-generations.ts";

export interface Import extends Omit<BackupImport, "generations"> {
  /** Nobody else may use the folder meanwhile. */
  dataDir: string;
  onFault: (error: Error) => void;
}

/** Restores a backup into a data folder. @throws BackupFault */
export function importFile({ dataDir, onFault, ...request }: Import): Promise<Imported> {
  const readMasterKey = () => request.masterKey;
  return importBackup({ ...request, generations: localGenerations({ dataDir, readMasterKey, onFault }) });
}
