import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../start-stack.ts";
import { killable } from "./killable.ts";
import { listening } from "./listening.ts";

/** A server that speaks MongoDB's protocol, for one test file. */
export interface MongoServer {
  host: string;
  port: number;
  /** The server's process if it was started here, so that a test may kill it; null if `READ_STORE_URL` names the server. */
  process: { kill(): Promise<void>; start(): Promise<void>; fillDisk(): Promise<void>; lives(): boolean } | null;
  /** A connection string with a database that no other test uses; `port`: of a proxy in front of the server. */
  database(port?: number): string;
  close(): Promise<void>;
}

const given = process.env.READ_STORE_URL;
/** For tests only: written in Python on the real server's storage engine, and slow. */
const program = process.env.MONGO_TEST_SERVER ?? join(import.meta.dirname, "../../.servers/secantus/bin/secantusd-py");

/** Why tests cannot have a server, or null if they can. @throws where servers are required */
export function whyNoMongo(): string | null {
  if (given || existsSync(program)) return null;
  const reason = `left out: no ${program}, and READ_STORE_URL is not set`;
  if (process.env.REQUIRE_SERVERS === "1") throw new Error(reason);
  console.warn(reason);
  return reason;
}

/** The server that `READ_STORE_URL` names, else one started here in its own folder. */
export async function startMongoServer(): Promise<MongoServer> {
  const started = given ? null : await startProcess();
  const url = new URL(given ?? `mongodb://127.0.0.1:${started?.port}`);
  return {
    host: url.hostname,
    port: Number(url.port || 27017),
    process: started,
    database(port) {
      const named = new URL(url);
      // MongoDB looks for users in the named database unless `authSource` names another.
      if (named.username && !named.searchParams.has("authSource")) {
        named.searchParams.set("authSource", named.pathname.slice(1) || "admin");
      }
      named.pathname = `/test-${randomUUID().slice(0, 8)}`;
      if (port === undefined) return String(named);
      named.hostname = "127.0.0.1";
      named.port = String(port);
      // The client would otherwise ask the server for its own address, and bypass the proxy.
      named.searchParams.set("directConnection", "true");
      return String(named);
    },
    async close() {
      await started?.kill();
      if (started) rmSync(started.folder, { recursive: true, force: true });
    },
  };
}

async function startProcess() {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "attestory-mongo-"));
  const args = ["--host", "127.0.0.1", "--port", String(port), "--storage-path", folder];
  const { child, kill, ...server } = killable(program, args);
  const start = async () => {
    await server.start();
    await listening(port, program);
  };
  /** No file may grow any more, until the server is started again. */
  const fillDisk = async () => {
    await promisify(execFile)("prlimit", ["--pid", String(child()?.pid), "--fsize=0"]);
  };
  const lives = () => child()?.exitCode === null && child()?.signalCode === null;
  await start();
  return { port, folder, kill, start, fillDisk, lives };
}
