import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { compileCache } from "../start-stack.ts";

const program = fileURLToPath(new URL("./event-store/main.ts", import.meta.url));

/** The stand-in for the event store as a separate process. */
export interface EventStoreProcess {
  /** The SQLite file that stores everything. */
  file: string;
  port: number;
  /** For `EVENT_LOG_URL`. */
  url: string;
  process: ChildProcess;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Starts a new process at the same port, on the same file. */
  restart(): Promise<EventStoreProcess>;
}

/** Resolves once it listens. `more`: further arguments of the program. @throws if it ends before */
export async function startEventStore(file: string, port = 0, more: string[] = []): Promise<EventStoreProcess> {
  const asked = [program, "--file", file, "--port", String(port), ...more];
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const child = spawn(process.execPath, asked, { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const ready = once(child.stdout, "data").then(([text]) => /^ready (\d+)/.exec(String(text))?.[1]);
  const at = await Promise.race([ready, exited.then(() => undefined)]);
  if (at === undefined) throw new Error(`the event store's stand-in ended with ${child.exitCode}`);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    file,
    port: Number(at),
    url: `esdb://127.0.0.1:${at}?tls=false`,
    process: child,
    async kill() {
      await end("SIGKILL");
    },
    stop: () => end("SIGTERM"),
    restart: () => startEventStore(file, Number(at), more),
  };
}
