import { createHash } from "node:crypto";

const records = Array.from({ length: 400 }, (_, number) => ({
  id: `record-${number}`,
  number,
  texts: [`text ${number}`, "ä".repeat(number % 40)],
}));

/** Work that is always the same: text to objects and back, look-ups, hashes. */
function work(): string {
  const byId = new Map<string, number>();
  const hash = createHash("sha256");
  for (let round = 0; round < 20; round++) {
    const text = JSON.stringify(records);
    for (const { id, number } of JSON.parse(text) as typeof records) byId.set(`${id}/${round}`, number);
    hash.update(text);
  }
  return hash.update(String(byId.size)).digest("hex");
}

/**
 * The processor time, in milliseconds, that this thread takes now for a fixed piece of work. A machine's speed changes from one hour to the
 * next, and with what else runs on it. So a run's cost is compared with that of this work, measured all through the run. Linux counts in
 * ticks of up to 4 ms: only the mean of many calls says something.
 */
export function measureYardstick(): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The compiler finishes its own work first: before that, the same work takes longer. */
export function warmUpYardstick(): void {
  for (let round = 0; round < 10; round++) work();
}
