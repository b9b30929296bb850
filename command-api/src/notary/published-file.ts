import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "@attestory/runtime/sync-folder.ts";

/** The text of a file; null if there is none. */
export async function readPublished(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a file whole or not at all, also while other processes write it. What a kill interrupts is left beside it, ending in `.new`. */
export async function replacePublished(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    const handle = await open(unfinished, "wx");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}
