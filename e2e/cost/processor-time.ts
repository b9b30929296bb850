import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks a second in `/proc`: 100 on every Linux that Node.js supports. */
const ticksPerSecond = 100;

interface ProcessTimes {
  parent: number;
  /** Of the process and of the ended children that it waited for, in seconds. */
  seconds: number;
}

/**
 * The processor time so far, in seconds, of a process, its descendants, and those of them that have ended (proc_pid_stat(5)). Counts user
 * and system time. Without `/proc`, only that of this process.
 */
export function processorTime(pid: number = process.pid): number {
  const all = readAll();
  if (!all) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const children = Map.groupBy(all.keys(), (each) => all.get(each)?.parent);
  const sum = (of: number): number =>
    (all.get(of)?.seconds ?? 0) + (children.get(of) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(pid);
}

function readAll(): Map<number, ProcessTimes> | null {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return null;
  }
  const all = new Map<number, ProcessTimes>();
  for (const name of names) {
    const times = /^\d+$/.test(name) ? read(name) : null;
    if (times) all.set(Number(name), times);
  }
  return all.size > 0 ? all : null;
}

function read(pid: string): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number);
    return {
      parent: Number(fields[1]),
      seconds: ((utime ?? 0) + (stime ?? 0) + (cutime ?? 0) + (cstime ?? 0)) / ticksPerSecond,
    };
  } catch {
    return null;
  }
}
