import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";

const memory = "/dev/shm";
/** Far more than a run writes. The browser uses this memory too. */
const neededBytes = 4 * 2 ** 30;

const hasRoom = (): boolean => {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > neededBytes;
};

/**
 * On Linux, tests keep their data folders in memory: half of the time of a command is waiting for the disk, which no test of this run examines.
 * `TMPDIR` overrides it. Returns how to delete them after the run.
 */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined;
  const folder = mkdtempSync(`${memory}/attestory-tests-`);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
