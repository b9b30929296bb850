import { readdirSync, readFileSync } from "node:fs";
import type { Stack } from "./start-stack.ts";

/** What the process of a stack has in memory, in MiB (Linux). */
export function residentMb({ process }: Pick<Stack, "process">): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** How many files, sockets and the like it has open. */
export const openHandles = ({ process }: Pick<Stack, "process">): number =>
  readdirSync(`/proc/${process.pid}/fd`).length;
