import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

interface Killable {
  /** The running process, or null. */
  child(): ChildProcess | null;
  start(): Promise<void>;
  /** Kills the process, if it runs, and waits until it is gone. */
  kill(): Promise<void>;
}

/** A server that tests kill and start again. It is not started yet. */
export function killable(program: string, args: readonly string[]): Killable {
  let child: ChildProcess | null = null;
  return {
    child: () => child,
    async start() {
      const starting = spawn(program, args, { stdio: "ignore" });
      child = starting;
      await once(starting, "spawn");
    },
    async kill() {
      const ending = child;
      child = null;
      if (!ending || ending.exitCode !== null) return;
      const exited = once(ending, "exit");
      ending.kill("SIGKILL");
      await exited;
    },
  };
}
