import { readdirSync, readFileSync } from "node:fs";
import type { Stack } from "./start-stack.ts";

/** Resident memory of the stack's process, in MiB (Linux). */
export function residentMb({ process }: Pick<Stack, "process">): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Number of open files, sockets and similar handles. */
export const openHandles = ({ process }: Pick<Stack, "process">): number =>
  readdirSync(`/proc/${process.pid}/fd`).length;
