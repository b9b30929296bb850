import type { BackupTarget } from "./backup-target.ts";

/** The names of the files that the service writes by itself, and of no others: `attestory-20261126T020000Z.sql`. */
const named = /^attestory-\d{8}T\d{6}Z\.sql(?:\.age)?$/;

export const backupName = (now: Date, isEncrypted: boolean): string => {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  return `attestory-${time}.sql${isEncrypted ? ".age" : ""}`;
};

/** Ends the name of a file that did not pass its proof. */
const failedEnd = ".failed";

const isOwn = (name: string): boolean => named.test(name);

/** Keeps a file for an inspection, but not as a backup. */
export const setAside = (target: BackupTarget, file: string): Promise<void> => target.rename(file, file + failedEnd);

/** Removes what interrupted backups left, and files that did not pass their proof. */
export async function removeLeftovers(target: BackupTarget): Promise<void> {
  await target.removeUnfinished(isOwn);
  for (const name of await target.list()) {
    if (name.endsWith(failedEnd) && isOwn(name.slice(0, -failedEnd.length))) await target.remove(name);
  }
}

/** Removes the oldest backups until `keep` are left. That which was just proven stays, also if the clock was set back. */
export async function removeOldest(
  target: BackupTarget,
  { keep, proven }: { keep: number; proven: string },
): Promise<void> {
  const others = (await target.list()).filter((name) => isOwn(name) && name !== proven);
  const newestFirst = others.toSorted().toReversed();
  for (const name of newestFirst.slice(keep - 1)) await target.remove(name);
}
