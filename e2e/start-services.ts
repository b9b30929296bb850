import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stack, startStack } from "./start-stack.ts";

/** What folds the log into the read models, as far as tests trouble it. */
export interface HeldProjector {
  /** From now on each batch comes so much later. */
  delay(ms: number): void;
  /** Nothing is folded any more. */
  stop(): void;
  /** It folds as fast as it can, as at first. */
  goOn(): void;
  /** Killed in the midst of its work and started again; answers as soon as queries are answered again, whether it has caught up or not. */
  restart(): Promise<void>;
}

/** The product as its clients reach it, of however many processes it is made. */
export interface Services {
  /** Base URLs of everything that takes commands. */
  commands: readonly string[];
  /** Base URLs of everything that answers queries. */
  queries: readonly string[];
  projector: HeldProjector;
  remove(): Promise<void>;
}

const holdProjections = new URL("./faults/hold-projections.ts", import.meta.url).href;

/** Everything in one process, which both commands and queries are sent to. */
export async function startServices(env: Record<string, string> = {}): Promise<Services> {
  const file = join(tmpdir(), `attestory-hold-${crypto.randomUUID()}`);
  const tell = (what: string) => writeFileSync(file, what);
  tell("");
  let stack: Stack = await startStack({
    ...{ NODE_OPTIONS: `--import=${holdProjections}`, HOLD_PROJECTIONS: file },
    ...env,
  });
  return {
    commands: [stack.url],
    queries: [stack.url],
    projector: {
      // Both projections are held in turn, in one thread.
      delay: (ms) => tell(String(ms / 2)),
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
