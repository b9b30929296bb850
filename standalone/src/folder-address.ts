import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileIn = (dataDir: string) => join(dataDir, "address");

/** Leaves the service's address in the data folder, for commands that are given no other setting than the folder. */
export function leaveAddress(dataDir: string, publicUrl: string): void {
  if (leftAddress(dataDir) !== publicUrl) writeFileSync(fileIn(dataDir), `${publicUrl}\n`);
}

/** The address at which the service of this folder was started last; null if it left none. */
export function leftAddress(dataDir: string): string | null {
  try {
    const url = URL.parse(readFileSync(fileIn(dataDir), "utf8").trim());
    return url?.protocol === "http:" || url?.protocol === "https:" ? url.origin : null;
  } catch {
    return null;
  }
}
