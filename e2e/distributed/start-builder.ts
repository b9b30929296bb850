import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { compileCache } from "../start-stack.ts";

const program = fileURLToPath(new URL("./builder-process.ts", import.meta.url));

/** Starts a separate process that builds the read models of the service in the read store at the URL. */
export function startBuilder({ dataDir, masterKey }: ScratchService, url: string) {
  const child = spawn(process.execPath, [program, dataDir, masterKey.toString("base64"), url], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const exited = once(child, "exit");
  const positions = () => [...said.matchAll(/^reads (\d+)$/gm)].map(([, position]) => BigInt(position ?? 0));
  /** @throws if it ends before */
  const until = async (is: () => boolean, withinMs: number) => {
    for (const end = performance.now() + withinMs; !is(); await wait(5)) {
      if (performance.now() > end || (child.exitCode !== null && child.exitCode !== 0)) throw new Error(said);
    }
  };
  return {
    said: () => said,
    /** The position from which it began to read the log; null if it had nothing to build. */
    beganAt: () => positions()[0] ?? null,
    /** Waits until it reads the log from there or further on. */
    reads: (position: bigint, withinMs: number) => until(() => (positions().at(-1) ?? 0n) >= position, withinMs),
    /** Waits until it has printed so many lines, or has ended. */
    prints: (lines: number, withinMs: number) =>
      until(() => said.split("\n").length > lines || child.exitCode === 0, withinMs),
    /** `kill -9`; resolves to the signal that ended it. */
    async kill() {
      child.kill("SIGKILL");
      await exited;
      return child.signalCode;
    },
  };
}
