import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type Load, type LoadResult, loadProgram } from "./load.ts";

/** Runs one round of load in a separate process, of which the server may refuse a part. */
export async function offerLoad(load: Load): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [loadProgram, JSON.stringify(load)]);
  return JSON.parse(stdout);
}

/** Runs one round of load in a separate process. @throws when any request failed: a figure with failures is invalid */
export async function loadRound(load: Load): Promise<LoadResult> {
  const result = await offerLoad(load);
  if (result.failed > 0) throw new Error(`${result.failed} requests to ${load.url} failed`);
  return result;
}

export interface Server {
  pid: number | undefined;
  /** Milliseconds from process start to the first successful answer. */
  readyMs: number;
  stop(): Promise<void>;
}

interface ServerStart {
  program: string;
  env: Record<string, string>;
  /** The server is ready when this answers 200. */
  url: string;
  logFile: string;
}

/** Starts a server and waits until it is ready. */
export async function startServer({ program, env, url, logFile }: ServerStart): Promise<Server> {
  const log = openSync(logFile, "a");
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const exited = once(child, "exit");
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}, see ${logFile}`);
    await wait(5);
  }
  return {
    pid: child.pid,
    readyMs: performance.now() - startedAt,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
