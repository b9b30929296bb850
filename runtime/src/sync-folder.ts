import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes the names of the files in a folder durable. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
