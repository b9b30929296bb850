import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { eventsOf } from "../faults/events-of.ts";
import { compileCache } from "../start-stack.ts";

const program = fileURLToPath(new URL("./follower-process.ts", import.meta.url));
const people = Array.from({ length: 30 }, () => ({ userId: randomUUID(), sessionId: randomUUID() }));
/** The keys of every document that `happen` changes. */
export const keys = people.flatMap(({ userId, sessionId }) => [userId, sessionId]);

/** Every event of each person. */
const events = people.map(eventsOf);
const types = events[0]?.length ?? 0;

let happened = 0;
/** Appends `count` events of a few users and their sessions, one event type after the other. */
export async function happen(service: ScratchService, count: number): Promise<void> {
  for (const end = happened + count; happened < end; happened++) {
    const next = events[happened % people.length]?.[Math.floor(happened / people.length) % types];
    if (!next) throw new Error("no events");
    await service.happened(next.stream, next.event, { person: people[0]?.userId ?? "", ip: "192.0.2.1" });
  }
}

export interface FollowerProcess {
  /** Everything that it has printed to standard output and standard error. */
  said(): string;
  /** Waits until it has printed this text. */
  says(text: string, withinMs: number): Promise<void>;
  /** Waits until it has printed that it follows some of the partitions. */
  leadsSome(withinMs: number): Promise<void>;
  /** Waits until it ends by itself or the time is over. */
  died(withinMs: number): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** `kill -9`; resolves to the signal that ended it. */
  kill(): Promise<NodeJS.Signals | null>;
}

/** Starts a separate process that projects the log of the service into the read store at the URL. */
export function startFollower(
  { dataDir, masterKey }: ScratchService,
  url: string,
  { leased = false, env = {} }: { leased?: boolean; env?: Record<string, string> } = {},
): FollowerProcess {
  const args = [program, dataDir, masterKey.toString("base64"), url, ...(leased ? ["leased"] : [])];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const exited = once(child, "exit");
  const says = async (text: string | RegExp, withinMs: number) => {
    for (const until = performance.now() + withinMs; said.search(text) < 0; await wait(10)) {
      if (performance.now() > until) throw new Error(`it never said ${text}:\n${said}`);
    }
  };
  return {
    said: () => said,
    says,
    leadsSome: (withinMs) => says(/^leads \d/m, withinMs),
    died: async (withinMs) => void (await Promise.race([exited, wait(withinMs, undefined, { ref: false })])),
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill("SIGKILL");
      await exited;
      return child.signalCode;
    },
  };
}
