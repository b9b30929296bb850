import { existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Closing } from "@attestory/event-store/backup/manifest.ts";
import { type BackupOptions, type BackupSource, writeBackup } from "@attestory/event-store/backup/write-backup.ts";
import { syncFolder } from "@attestory/event-store/sync-folder.ts";

/** There is a file of that name already. */
export class FileExists extends Error {
  override name = "FileExists";
}

/**
 * Writes a backup to a new file, which only its owner can read. It gets its name once it is whole and on the disk.
 * @throws FileExists
 */
export async function exportFile(file: string, source: BackupSource, options: BackupOptions): Promise<Closing> {
  if (existsSync(file)) throw new FileExists(`${file} exists already`);
  const unfinished = `${file}.unfinished`;
  const written = await open(unfinished, "w", 0o600);
  try {
    const closing = await writeAll(written, writeBackup(source, options));
    await written.sync();
    await rename(unfinished, file);
    syncFolder(dirname(file));
    return closing;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await written.close();
  }
}

async function writeAll(file: FileHandle, pieces: AsyncGenerator<Buffer, Closing>): Promise<Closing> {
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return value;
    await file.writeFile(value);
  }
}
