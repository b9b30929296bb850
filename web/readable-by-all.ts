import { chmodSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Every user may read the folder and what is in it. */
export function openToAll(path: string): void {
  const found = statSync(path);
  const isFolder = found.isDirectory();
  const mode = found.mode | (isFolder ? 0o555 : 0o444);
  // Only its owner may change a mode, also where others may write.
  if (mode !== found.mode) chmodSync(path, mode);
  if (isFolder) for (const name of readdirSync(path)) openToAll(join(path, name));
}

/** A build is read by the service, often as another user than the one who builds, whose umask may be strict. Nothing in it is secret. */
export function readableByAll(): Plugin {
  let folder = "";
  return {
    name: "readable-by-all",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle: () => openToAll(folder),
  };
}
