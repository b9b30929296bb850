import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";

/** The event log of a running product, read through its port. Works the same for every store. */
export interface ReadableLog {
  readLog<Result>(read: (log: EventLog) => Promise<Result>): Promise<Result>;
}

/** The product as an operator starts it: its own process on its own data folder. */
export interface Stack extends ReadableLog {
  /** Its base URL; also its `PUBLIC_URL`, unless the environment overrides it. */
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** True while all of its processes run. */
  lives(): boolean;
  /** What it has written to standard output and standard error. */
  output(): string;
  /** Sends SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Starts a new process on the same folder after the old one ended; waits until it is ready, or only until it answers. */
  restart(env?: Record<string, string>, until?: "ready" | "live"): Promise<Stack>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** What `npm start` runs. */
export const main = fileURLToPath(new URL("../standalone/src/main.js", import.meta.url));
/** The options that `npm start` gives to Node. */
export const nodeOptions = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).scripts.start.match(/ --\S+/g) ?? []
).join("");
/** The same, with cheap password hashing. */
const cheapMain = fileURLToPath(new URL("./start-service.ts", import.meta.url));
const answeringWithinMs = 120_000;
/** Shared by all folders: compiling the same modules again for every new folder takes half of the startup time. */
export const compileCache = fileURLToPath(new URL("../node_modules/.cache/attestory-compiled", import.meta.url));

let portsTaken = process.pid;

/**
 * A free port that nothing else takes before it is listened on, or between two starts: below the system's ephemeral range,
 * and in a separate range for each worker of Vitest.
 */
export async function freePort(): Promise<number> {
  const port = 11_000 + 1000 * (Number(process.env.VITEST_POOL_ID ?? 0) % 20) + (portsTaken++ % 1000);
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a variant of the product. `folder`: a data folder that an earlier stack left. */
export type StartStack = (
  asked?: Record<string, string>,
  folder?: string,
  how?: { port?: number; until?: "ready" | "live" },
) => Promise<Stack>;

let startOther: StartStack | null = null;
/** From now on every test of this file runs on another variant of the product. */
export const startStacksBy = (start: StartStack): void => {
  startOther = start;
};

/** Starts the product in its own process and waits until it is ready. @throws with its output when it ends before */
export const startStack: StartStack = (...how) => (startOther ?? startAsTest)(...how);

/** As `startStack`, but by the command that an operator runs, without test parts. */
export const startAsOperator: StartStack = (...how) => startProgram(main, how);
/** With cheap password hashing, whatever `startStacksBy` was told. */
export const startAsTest: StartStack = (...how) => startProgram(cheapMain, how);

async function startProgram(
  program: string,
  [asked = {}, folder, { port, until = "ready" } = {}]: Parameters<StartStack>,
): Promise<Stack> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), "attestory-e2e-"));
  // When an operator names a folder, the compile cache is kept beside the data.
  const compilesBesideData = program === main && folder !== undefined;
  const env = compilesBesideData ? asked : { NODE_COMPILE_CACHE: compileCache, ...asked };
  const at = port ?? (await freePort());
  const settings = {
    PORT: String(at),
    PUBLIC_URL: `http://localhost:${at}`,
    DATA_DIR: dataDir,
    NODE_ENV: "test",
    // Tests of rate limits switch them on.
    RATE_LIMITS: "off",
    ...env,
  };
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), NODE_OPTIONS: nodeOptions, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  // `close` follows the last output, so `output` is complete.
  const exited = once(child, "close");

  const ended = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  const stack: Stack = {
    url: `http://localhost:${at}`,
    dataDir,
    process: child,
    lives: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    ...logOf(dataDir),
    stop: () => ended("SIGTERM"),
    async kill() {
      await ended("SIGKILL");
    },
    restart: (more = {}, until = "ready") => startProgram(program, [{ ...env, ...more }, dataDir, { port: at, until }]),
    async remove() {
      await ended("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await answering(stack, `/health/${until}`);
  } catch (error) {
    await ended("SIGKILL");
    throw error;
  }
  return stack;
}

const onFault = (error: Error): never => {
  throw error;
};

/** Opens the log only while reading: an open log would keep a process from cleaning up its files when it ends. */
const readingAt = (at: { dataDir: string } | { url: string }): ReadableLog => ({
  async readLog(read) {
    const log = await openEventLog({ ...at, generation: 1, writes: false, onFault });
    try {
      return await read(log);
    } finally {
      await log.close();
    }
  },
});

/** The log in a data folder, whether or not a process runs on it. */
export const logOf = (dataDir: string): ReadableLog => readingAt({ dataDir });
/** The log on its server. */
export const logAt = (url: string): ReadableLog => readingAt({ url });

async function answering({ url, process: child, output }: Stack, path: string): Promise<void> {
  const until = Date.now() + answeringWithinMs;
  while (Date.now() < until) {
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new Error(`it ended with ${ended}:\n${output()}`);
    const answer = await fetch(`${url}${path}`).catch(() => null);
    if (answer?.ok) return;
    await wait(25);
  }
  throw new Error(`no answer after ${answeringWithinMs} ms:\n${output()}`);
}
