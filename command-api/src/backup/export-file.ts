import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Closing } from "@attestory/event-store/backup/manifest.ts";
import { type BackupOptions, type BackupSource, writeBackup } from "@attestory/event-store/backup/write-backup.ts";
import { syncFolder } from "@attestory/runtime/sync-folder.ts";

/** There is a file of that name already. */
export class FileExists extends Error {
  override name = "FileExists";
}

export interface ExportOptions extends BackupOptions {
  /** Turns what is written into something else. By default it is written as it is. */
  encode?: ((pieces: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>) | undefined;
}

/** The name of a file until it is whole. */
export const unfinishedName = (file: string): string => `${file}.unfinished`;

/**
 * Writes a backup to a new file, which only its owner can read. It gets its name once it is whole and on the disk.
 * @throws FileExists
 */
export async function exportFile(file: string, source: BackupSource, options: ExportOptions): Promise<Closing> {
  return exportTo((pieces) => writeNewFile(file, pieces), source, options);
}

/** Hands a backup to `write`, piece by piece. */
export async function exportTo(
  write: (pieces: AsyncIterable<Uint8Array>) => Promise<void>,
  source: BackupSource,
  options: ExportOptions,
): Promise<Closing> {
  const closed = Promise.withResolvers<Closing>();
  async function* pieces() {
    closed.resolve(yield* writeBackup(source, options));
  }
  await write(await (options.encode?.(pieces()) ?? pieces()));
  return closed.promise;
}

/**
 * Writes a new file, which only its owner can read. It gets its name once it is whole and on the disk.
 * @throws FileExists
 */
export async function writeNewFile(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  if (existsSync(file)) throw new FileExists(`${file} exists already`);
  const unfinished = unfinishedName(file);
  const written = await open(unfinished, "w", 0o600);
  try {
    for await (const piece of pieces) await written.writeFile(piece);
    await written.sync();
    await rename(unfinished, file);
    syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await written.close();
  }
}
