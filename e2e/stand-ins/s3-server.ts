import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../start-stack.ts";
import { listening } from "./listening.ts";

/** For tests only: written in Python, in memory. Takes any access key. */
const program = process.env.S3_TEST_SERVER ?? join(import.meta.dirname, "../../.servers/moto/bin/moto_server");

export interface S3Server {
  endpoint: string;
  close(): Promise<void>;
}

/** Why tests cannot have a server, or null if they can. @throws where servers are required */
export function whyNoS3(): string | null {
  if (existsSync(program)) return null;
  const reason = `left out: no ${program}`;
  if (process.env.REQUIRE_SERVERS === "1") throw new Error(reason);
  console.warn(reason);
  return reason;
}

/** A server that speaks the protocol of S3, without buckets. */
export async function startS3Server(): Promise<S3Server> {
  const port = await freePort();
  const child = spawn(program, ["-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
  await once(child, "spawn");
  await listening(port, program);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
