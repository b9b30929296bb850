import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "./processes.ts";

/** Linux counts processor time in hundredths of a second. */
const msOfTick = 10;

/** User and system time of the process so far, with all its threads (proc_pid_stat(5), fields 14 and 15). */
export function processorMs({ pid }: Pick<Server, "pid">): number {
  const fields =
    readFileSync(join("/proc", String(pid), "stat"), "utf8")
      .split(") ")[1]
      ?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * msOfTick;
}
