import type { BackupPlace } from "./backup-place.ts";
import type { BackupTarget } from "./backup-target.ts";
import { folderTarget } from "./folder-target.ts";

export async function openBackupTarget(place: BackupPlace): Promise<BackupTarget> {
  if ("folder" in place) return folderTarget(place.folder);
  // Loaded only if it is used: the client takes 30 MB.
  const { bucketTarget } = await import("./bucket-target.ts");
  return bucketTarget(place);
}
