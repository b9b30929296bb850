import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "../start-stack.ts";
import { killable } from "./killable.ts";

/** A Redis server that only one test file uses. */
export interface RedisServer {
  url: string;
  host: string;
  port: number;
  /** The server's process if it was started here, so that a test may kill it; null if `JOBS_URL` names the server. */
  process: { folder: string; kill(): Promise<void>; start(): Promise<void> } | null;
  /** Sends a command directly to the server, bypassing any proxy between it and the product. */
  ask(command: string, ...rest: (string | number)[]): Promise<unknown>;
  close(): Promise<void>;
}

const given = process.env.JOBS_URL ? ownDatabase(process.env.JOBS_URL) : null;
const program = "redis-server";

/** A database of its own, because a test file empties it while others may run beside it. */
function ownDatabase(url: string): string {
  const own = new URL(url);
  own.pathname = `/${Number(process.env.VITEST_POOL_ID ?? 0) % 16}`;
  return own.href;
}

/** Why tests cannot have a server, or null if they can. @throws where servers are required */
export function whyNoRedis(): string | null {
  if (given || spawnSync(program, ["--version"]).status === 0) return null;
  const reason = `left out: no ${program} on the PATH, and JOBS_URL is not set`;
  if (process.env.REQUIRE_SERVERS === "1") throw new Error(reason);
  console.warn(reason);
  return reason;
}

/** The server that `JOBS_URL` names, emptied; else Debian's Redis, which persists its commands as in production. */
export async function startRedisServer(): Promise<RedisServer> {
  const started = given ? null : await startProcess();
  const url = given ?? `redis://127.0.0.1:${started?.port}`;
  const { hostname, port } = new URL(url);
  // Not the product's client, which gives up after half a second.
  const client = new Redis(url, { retryStrategy: () => 50 });
  // Tests kill the server now and then.
  client.on("error", () => {});
  const ready = async () => {
    if (client.status !== "ready") await new Promise<void>((resolve) => client.once("ready", resolve));
  };
  await ready();
  await client.flushdb();
  return {
    url,
    host: hostname,
    port: Number(port || 6379),
    process: started,
    async ask(command, ...rest) {
      await ready();
      return client.call(command, ...rest);
    },
    async close() {
      client.disconnect();
      await started?.kill();
      if (started) rmSync(started.folder, { recursive: true, force: true });
    },
  };
}

async function startProcess() {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "attestory-redis-"));
  const options = { port, bind: "127.0.0.1", dir: folder, appendonly: "yes", appendfsync: "always", save: "" };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { start, kill } = killable(program, args);
  await start();
  return { port, folder, kill, start };
}
