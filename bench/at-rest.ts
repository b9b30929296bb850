import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { figure, line } from "./figures.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 3;
/** What the start leaves to do, such as collecting garbage, is over by then. */
const settlingMs = 30_000;
const measuredSeconds = 120;
/** Of the times in /proc, on every Linux. */
const ticksPerSecond = 100;

/** Processor time of all threads so far, in seconds. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** What the service costs while nobody uses it. Linux alone. */
export async function measureAtRest(): Promise<string[]> {
  const subject = await prepareSubject();
  const [shares, memory]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const server = await subject.start();
    const pid = server.pid ?? 0;
    await wait(settlingMs);
    const before = processorTime(pid);
    await wait(measuredSeconds * 1000);
    shares.push(((processorTime(pid) - before) / measuredSeconds) * 100);
    memory.push(residentMib(pid));
    await server.stop();
  }
  subject.remove();
  return [
    line("processor at rest (0.2)", figure(shares), "% of a core"),
    line("memory after 2.5 minutes at rest", figure(memory), "MiB"),
  ];
}
