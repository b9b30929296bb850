import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort, main } from "@attestory/e2e/start-stack.ts";
import { figure, line, ratios } from "./figures.ts";
import { fillFolder } from "./populate/fill-folder.ts";
import { startServer } from "./processes.ts";
import { processorMs } from "./processor-ms.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const people = Number(process.env.BENCH_PEOPLE ?? 18_500);
/** A folder that `npm run populate` filled; made unless given. */
const populated = process.env.BENCH_FOLDER;
/** Another checkout, such as one of the commit before, that is measured in turns with this one. */
const before = process.env.BENCH_BEFORE;
/** V8 gives the heap of a thread that has ended back some seconds later. */
const settlingMs = 15_000;

type Figures = Record<"signIn" | "ready" | "processor" | "peak" | "after" | "restarted" | "more", number[]>;

const memory = (pid: number | undefined, of: "VmRSS" | "VmHWM"): number => {
  const [, kilobytes] =
    new RegExp(`^${of}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
};

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/health/ready`).catch(() => null);
    const health = (await response?.json().catch(() => null)) as { status?: string } | null | undefined;
    if (health?.status === "ready") return;
    await wait(50);
  }
}

async function start(program: string, folder: string) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  mkdirSync(folder, { recursive: true });
  const env = { NODE_ENV: "test", PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder };
  const server = await startServer({ program, env, url: `${url}/health/ready`, logFile: join(folder, "bench.log") });
  return { server, url };
}

/** A start without read models, and one with them. */
async function round(program: string, folder: string, figures: Figures): Promise<void> {
  for (const name of readdirSync(folder)) if (name.startsWith("read-models-")) rmSync(join(folder, name));
  const begunAt = performance.now();
  const { server, url } = await start(program, folder);
  await untilReady(url);
  figures.signIn.push(server.readyMs / 1000);
  figures.ready.push((performance.now() - begunAt) / 1000);
  figures.processor.push(processorMs(server) / 1000);
  figures.peak.push(memory(server.pid, "VmHWM"));
  await wait(settlingMs);
  figures.after.push(memory(server.pid, "VmRSS"));
  await server.stop();
  const again = await start(program, folder);
  await untilReady(again.url);
  await wait(settlingMs);
  figures.restarted.push(memory(again.server.pid, "VmRSS"));
  figures.more.push((figures.after.at(-1) ?? Number.NaN) - (figures.restarted.at(-1) ?? Number.NaN));
  await again.server.stop();
}

const none = (): Figures => ({ signIn: [], ready: [], processor: [], peak: [], after: [], restarted: [], more: [] });

/** The start on a log without read models: as after a restore, or a release that changes all of them. Linux alone. */
export async function measureReplay(): Promise<string[]> {
  const scratch = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const folder = join(scratch, "data");
  if (populated && existsSync(populated)) cpSync(populated, folder, { recursive: true });
  else await fillFolder({ folder, users: people, seed: "attestory" });
  const sides = [
    { name: "", program: main, figures: none() },
    ...(before ? [{ name: ", before", program: resolve(before, "standalone/src/main.js"), figures: none() }] : []),
  ];
  // The first start builds the web app.
  for (const [side, { program }] of sides.entries())
    await (await start(program, join(scratch, `empty-${side}`))).server.stop();
  for (let turn = 0; turn < rounds; turn++) {
    for (const { program, figures } of sides) await round(program, folder, figures);
  }
  rmSync(scratch, { recursive: true });
  const shown: [keyof Figures, string, string][] = [
    ["signIn", "start until anyone can sign in", "s"],
    ["ready", "start until every read model is built", "s"],
    ["processor", "processor time until then", "s"],
    ["peak", "most memory", "MiB"],
    ["after", "memory 15 s later", "MiB"],
    ["restarted", "memory 15 s after a start with read models", "MiB"],
    ["more", "memory that a build leaves taken (at most 95)", "MiB"],
  ];
  return shown.flatMap(([key, what, unit]) => [
    ...sides.map(({ name, figures }) => line(what + name, figure(figures[key]), unit)),
    ...(sides[1] ? [line("  [ratio]", ratios(sides[0]?.figures[key] ?? [], sides[1].figures[key]), "")] : []),
  ]);
}
