import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PositionMark } from "@attestory/http/security/position-mark.ts";
import { authenticationNames } from "@attestory/projections/read-models/all-projections.ts";
import { markInFolder } from "./issued-marks.ts";
import { type Stack, startStack } from "./start-stack.ts";

/** The process or thread that projects the log into the read models, as tests control it. */
export interface HeldProjector {
  /** From now on each batch is delayed by this many milliseconds. */
  delay(ms: number): void;
  /** Stops projecting events. */
  stop(): void;
  /** Projects at full speed again, as at first. */
  goOn(): void;
  /** Kills it while it works and starts it again. Resolves once queries are answered again, whether or not it has caught up. */
  restart(): Promise<void>;
}

/** The product as its clients reach it, whether it runs as one process or several. */
export interface Services {
  /** Base URLs of all processes that accept commands. */
  commands: readonly string[];
  /** Base URLs of all processes that answer queries. */
  queries: readonly string[];
  projector: HeldProjector;
  /** A log position that the product would accept as its own, also one that it never issued. */
  encryptMark(mark: PositionMark): Promise<string>;
  remove(): Promise<void>;
}

const holdProjections = new URL("./faults/hold-projections.ts", import.meta.url).href;

/** Everything in one process, which receives both commands and queries. */
export async function startServices(env: Record<string, string> = {}): Promise<Services> {
  const file = join(tmpdir(), `attestory-hold-${crypto.randomUUID()}`);
  const tell = (what: string) => writeFileSync(file, what);
  tell("");
  let stack: Stack = await startStack({
    NODE_OPTIONS: `--import=${holdProjections}`,
    HOLD_PROJECTIONS: file,
    ...env,
  });
  return {
    commands: [stack.url],
    queries: [stack.url],
    encryptMark: (mark) => markInFolder(stack.dataDir, mark),
    projector: {
      // The hook holds each of the projections that queries wait for in turn, in one thread.
      delay: (ms) => tell(String(ms / authenticationNames.length)),
      stop: () => tell("stop"),
      goOn: () => tell(""),
      async restart() {
        await stack.kill();
        stack = await stack.restart({}, "live");
      },
    },
    async remove() {
      tell("");
      await stack.remove();
      rmSync(file, { force: true });
    },
  };
}
