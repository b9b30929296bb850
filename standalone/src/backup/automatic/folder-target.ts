import { createReadStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { unfinishedName, writeNewFile } from "@attestory/command-api/backup/export-file.ts";
import type { BackupTarget } from "./backup-target.ts";

const unfinishedEnd = unfinishedName("");
const isUnfinished = (name: string): boolean => name.endsWith(unfinishedEnd);

/** Stores automatic backups in a folder that exists. */
export function folderTarget(dir: string): BackupTarget {
  const pathOf = (name: string) => join(dir, name);
  return {
    list: async () => (await readdir(dir)).filter((name) => !isUnfinished(name)),
    async write(name, pieces) {
      await writeNewFile(pathOf(name), pieces);
      return (await stat(pathOf(name))).size;
    },
    read: (name) => createReadStream(pathOf(name)),
    rename: (name, to) => rename(pathOf(name), pathOf(to)),
    remove: (name) => rm(pathOf(name)),
    async removeUnfinished(isOwn) {
      for (const name of await readdir(dir)) {
        if (isUnfinished(name) && isOwn(name.slice(0, -unfinishedEnd.length))) await rm(pathOf(name));
      }
    },
  };
}
