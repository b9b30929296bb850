import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./sync-folder.ts";

/** Writes a file that its owner alone can read: all of the text or nothing, and durably. Only one process may do so at once. */
export function replaceDurably(file: string, text: string): void {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const descriptor = openSync(unfinished, "wx", 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(unfinished, file);
  syncFolder(dirname(file));
}
