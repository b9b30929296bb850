import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { unfinishedName } from "@attestory/command-api/backup/export-file.ts";

/** The names of the files that the service writes by itself, and of no others: `attestory-20261126T020000Z.sql`. */
const named = /^attestory-\d{8}T\d{6}Z\.sql(?:\.age)?$/;

export const backupName = (now: Date, isEncrypted: boolean): string => {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  return `attestory-${time}.sql${isEncrypted ? ".age" : ""}`;
};

/** The name of a file that did not pass its proof. */
const failedName = (file: string): string => `${file}.failed`;

/** Keeps a file for an inspection, but not as a backup. */
export const setAside = (dir: string, file: string): Promise<void> =>
  rename(join(dir, file), join(dir, failedName(file)));

/** Removes what interrupted backups left, and files that did not pass their proof. */
export async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const file = name.replace(/\.(?:unfinished|failed)$/, "");
    if (named.test(file) && (name === unfinishedName(file) || name === failedName(file))) await rm(join(dir, name));
  }
}

/** Removes the oldest backups until `keep` are left. That which was just proven stays, also if the clock was set back. */
export async function removeOldest(dir: string, { keep, proven }: { keep: number; proven: string }): Promise<void> {
  const others = (await readdir(dir)).filter((name) => named.test(name) && name !== proven);
  const newestFirst = others.toSorted().toReversed();
  for (const name of newestFirst.slice(keep - 1)) await rm(join(dir, name));
}
