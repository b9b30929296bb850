import { readFileSync } from "node:fs";
import { inject } from "vitest";
import { logAt } from "../start-stack.ts";
import type { DistributedStack } from "./own-stack.ts";

/** A stack that was started before the run for one of its workers. A worker runs one test file after the other. */
export interface SharedStack {
  url: string;
  dataDir: string;
  settings: Readonly<Record<string, string>>;
  /** The file that receives the output of its processes. */
  said: string;
  pids: readonly number[];
}

declare module "vitest" {
  interface ProvidedContext {
    stacks: readonly SharedStack[];
  }
}

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const notIts = () => {
  throw new Error("other files run on this stack too: it is not for one of them to end");
};

/** This worker's stack. Other files use it before and after: a file owns only the users that it creates. */
export function sharedStack(): DistributedStack {
  const stacks = inject("stacks");
  const stack = stacks[Number(process.env.VITEST_POOL_ID ?? 0) % stacks.length];
  if (!stack) throw new Error("no stack was started for this run");
  return {
    url: stack.url,
    dataDir: stack.dataDir,
    settings: stack.settings,
    get process() {
      return notIts();
    },
    lives: () => stack.pids.every(lives),
    ...logAt(stack.settings.EVENT_LOG ?? ""),
    output: () => readFileSync(stack.said, "utf8"),
    stop: notIts,
    kill: notIts,
    restart: notIts,
    remove: async () => {},
  };
}
