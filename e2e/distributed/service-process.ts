import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compileCache, freePort } from "../start-stack.ts";

/** The program of each kind of process. */
export const programs = {
  command: "command-api/src/main.ts",
  query: "query-api/src/main.ts",
  projections: "projections/src/main.ts",
  mail: "command-api/src/mail/main.ts",
};
export type Role = keyof typeof programs;
/** The programs that replace them in tests. */
const testPrograms: Partial<Record<Role, string>> = { command: "e2e/distributed/command-process.ts" };

/** One process of the distributed stack, as a container would run it. */
export interface ServiceProcess {
  role: Role;
  port: number;
  url: string;
  process: ChildProcess;
  output(): string;
  /** Sends SIGTERM; resolves to the exit code, or null if it did not end by itself. */
  stop(): Promise<number | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Starts a new process at the same port after the old one ended. */
  restart(until?: "ready" | "live"): Promise<ServiceProcess>;
}

const answeringWithinMs = 90_000;
/** As in compose: the process allows itself ten seconds to stop, and is killed if it hangs longer. */
const endedWithinMs = 15_000;

interface ServiceStart {
  role: Role;
  env: Record<string, string>;
  /** Whether to wait until it is ready, as by default, or only until it answers. */
  until?: "ready" | "live";
  /** A free one by default. */
  port?: number;
}

/** @throws with its output when it ends before it is ready */
export async function startService({ role, env, until = "ready", port }: ServiceStart): Promise<ServiceProcess> {
  const at = port ?? (await freePort());
  const program = fileURLToPath(new URL(`../../${testPrograms[role] ?? programs[role]}`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PORT: String(at), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const exited = once(child, "exit");
  const ended = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const killing = setTimeout(() => child.kill("SIGKILL"), endedWithinMs);
    await exited;
    clearTimeout(killing);
    return child.exitCode;
  };
  const service: ServiceProcess = {
    role,
    port: at,
    url: `http://localhost:${at}`,
    process: child,
    output: () => output,
    stop: () => ended("SIGTERM"),
    async kill() {
      await ended("SIGKILL");
    },
    restart: (again = "ready") => startService({ role, env, until: again, port: at }),
  };
  await waitUntilAnswering(service, until);
  return service;
}

async function waitUntilAnswering(service: ServiceProcess, until: "ready" | "live"): Promise<void> {
  const { role, url, process: child } = service;
  const deadline = Date.now() + answeringWithinMs;
  while (!(await answers(`${url}/health/${until}`))) {
    const gone = child.exitCode ?? child.signalCode;
    if (gone !== null || Date.now() > deadline) {
      await service.kill();
      const failure = gone === null ? "is not ready" : `ended with ${gone}`;
      throw new Error(`the ${role} process ${failure}:\n${service.output()}`);
    }
    await wait(50);
  }
}

const answers = async (url: string) => (await fetch(url).catch(() => null))?.ok === true;
