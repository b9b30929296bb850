import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { withoutProgress } from "@attestory/runtime/testing/without-progress.ts";
import { compileCache } from "../start-stack.ts";

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Starts one of the programs that operators run beside the services. `path`: from the folder of the repository. */
export function startProgram(path: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const program = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...environment };
  return spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts such a program and waits until it ends. Its progress is left out: it depends on the machine. */
export async function runProgram(...started: Parameters<typeof startProgram>): Promise<Ended> {
  const child = startProgram(...started);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number, stdout, stderr: withoutProgress(stderr) };
}
