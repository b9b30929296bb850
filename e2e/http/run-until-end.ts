import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { compileCache, freePort, main } from "../start-stack.ts";

/** Runs the real process in this folder until it ends; kills it after two minutes, which leaves no exit code. */
export async function runUntilEnd(env: Record<string, string>, folder: string) {
  const data = join(folder, `data-${randomBytes(6).toString("hex")}`);
  const port = await freePort();
  // When the test sets the folder, the compile cache beside the data is part of the test.
  const compiled = env.DATA_DIR === undefined && { NODE_COMPILE_CACHE: compileCache };
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: data, PORT: String(port), NODE_ENV: "test", ...compiled, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (err += text));
  let answered = false;
  const asking = setInterval(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null);
    answered ||= answer !== null;
  }, 50);
  const [code, signal] = await once(child, "close");
  clearInterval(asking);
  return {
    code,
    signal,
    out,
    err: err.trim().split("\n"),
    answered,
    events: existsSync(join(data, "events-1.sqlite")),
  };
}
