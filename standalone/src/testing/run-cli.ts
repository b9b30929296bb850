import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { withoutProgress } from "@attestory/runtime/testing/without-progress.ts";

/** The command line's program. */
export const cli = fileURLToPath(new URL("../cli.js", import.meta.url));

/** Runs `npx attestory` with these arguments and environment variables until it ends. Leaves out its progress. */
export async function runCli(args: readonly string[], environment: NodeJS.ProcessEnv, cwd?: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [cli, ...args], { cwd, env: { PATH, NODE_COMPILE_CACHE, ...environment } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data) => {
    stdout += data;
  });
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr: withoutProgress(stderr) };
}
