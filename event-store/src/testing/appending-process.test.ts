import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type StreamName, sessionStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { openEventLog } from "../log/open-event-log.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const dataDir = temporaryFolder();
const program = fileURLToPath(new URL("./appending-process.ts", import.meta.url));

/** Runs the program until it has acknowledged `count` appends, then kills it. Returns every acknowledgement that it printed. */
async function acknowledgedBeforeKill(count: number): Promise<string[]> {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    if (lines.push(line) === count) child.kill("SIGKILL");
  }
  expect(await ended).toEqual([null, "SIGKILL"]);
  return lines;
}

it("RE-02 loses no acknowledged append when the process is killed, and stores none partially", async () => {
  const lines: string[] = [];
  for (const count of [1, 100, 777]) lines.push(...(await acknowledgedBeforeKill(count)));

  const onFault = (error: Error) => expect.unreachable(error.message);
  const log = await openEventLog({ dataDir, generation: 1, writes: true, onFault });
  const all = await log.readAll(0n, 1_000_000);
  const place = new Map(all.map((event) => [event.id, event]));
  expect(place.size).toBe(all.length);

  for (const line of lines) {
    const [stream, version, position, ids] = line.split(" ") as [string, string, string, string];
    const [first, second] = ids.split(",").map((id) => place.get(id));
    expect(first).toMatchObject({ stream, version: Number(version) + 1 });
    expect(second).toMatchObject({ stream, version: Number(version) + 2, position: BigInt(position) });
  }
  const versions = Map.groupBy(all, ({ stream }) => stream);
  expect(versions.size).toBeGreaterThan(8);
  for (const [stream, events] of versions) {
    // No gaps, and both events of each append or neither.
    expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
    expect(events.length % 2).toBe(0);
    expect(stream).toBe(sessionStream(stream.slice("session-".length)) satisfies StreamName);
  }
  await log.close();
});
