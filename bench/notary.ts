import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { logPages } from "@attestory/event-store/notary/log-pages.ts";
import { startNotary } from "@attestory/event-store/notary/notary.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import { TreeCheck } from "@attestory/event-store/notary/tree-check.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { appendProgram } from "./append-rounds.ts";
import { figure, line, ratios } from "./figures.ts";
import { writeLog } from "./rebuild-log.ts";

const rounds = 5;
const seconds = 5;
const events = Number(process.env.BENCH_EVENTS ?? 300_000);

/** What the notary costs appends, and how fast a log is verified by its checkpoints. */
export const measureNotary = async (): Promise<string[]> => [...(await measureAppends()), ...(await measureVerify())];

const perSecond = async (which: "log" | "notarized", atOnce: number): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const args = [appendProgram, which, String(atOnce), String(seconds), join(folder, "events.sqlite")];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } });
  rmSync(folder, { recursive: true });
  return Number(stdout);
};

async function measureAppends(): Promise<string[]> {
  const lines: string[] = [];
  for (const atOnce of [1, 32]) {
    const [notarized, alone]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      notarized.push(await perSecond("notarized", atOnce));
      alone.push(await perSecond("log", atOnce));
    }
    lines.push(
      line(`appends beside the notary, ${atOnce} at once`, figure(notarized), "/s"),
      line("  ratio to appends without it (at least 0.95)", ratios(notarized, alone), ""),
    );
  }
  return lines;
}

async function measureVerify(): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const key = randomBytes(32);
  await writeLog(dataDir, key, { mix: "realistic", count: events });
  const stores = await openLocalStores({ dataDir, generation: 1, masterKeys: [key], writes: true, onFault });
  await signOnce(stores);
  const [byClock, byProcessor]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    const verified = await verify(stores);
    const { user, system } = process.cpuUsage(before);
    byClock.push(verified / ((performance.now() - begun) / 1000));
    byProcessor.push(verified / ((user + system) / 1e6));
  }
  await stores.close();
  rmSync(dataDir, { recursive: true });
  return [
    line("verify, events (at least 100,000)", figure(byClock), "/s"),
    line("  [per second of processor time]", figure(byProcessor), ""),
  ];
}

const onFault = (error: Error) => {
  throw error;
};

async function signOnce(stores: Stores): Promise<void> {
  const { promise: signed, resolve: onSigned } = Promise.withResolvers<string>();
  const notary = startNotary({
    ...stores,
    key: notaryKey(stores.keyring),
    now: () => new Date(),
    every: { events: 1, seconds: 1 },
    onSigned,
    reportError: (error) => onFault(error as Error),
  });
  await signed;
  await notary.close();
}

/** Returns how many events there are. */
async function verify({ log, keyring }: Stores): Promise<number> {
  const check = new TreeCheck(notaryKey(keyring));
  for await (const page of logPages(log, 1000)) {
    if (page.events.some((event) => check.add(event))) throw new Error("the log is not what was signed");
  }
  if (check.finish() || check.checkpoints === 0) throw new Error("the log is not what was signed");
  return check.events;
}
