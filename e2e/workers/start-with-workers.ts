import { readFileSync } from "node:fs";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { type InProcess, written } from "../start-in-process.ts";
import { type Stack, type StartStack, startAsTest } from "../start-stack.ts";

/** Starts one process that owns the data and two that answer requests. */
export const startStackWithWorkers: StartStack = (env, ...how) => startAsTest({ WORKERS: "2", ...env }, ...how);

const unmovable = () => {
  throw new Error("the clock of other processes cannot be moved");
};

/** The same, for tests that append to its log. */
export async function startWithWorkers(
  env: Record<string, string> = {},
  folder?: string,
): Promise<InProcess & { stack: Stack }> {
  const stack = await startStackWithWorkers(env, folder);
  const { dataDir } = stack;
  const masterKeys = env.MASTER_KEY ? [Buffer.from(env.MASTER_KEY, "base64")] : null;
  // What a test appends is written beside the service's own writer.
  const facts = await openLocalStores({
    dataDir,
    generation: 1,
    masterKeys,
    writes: true,
    onFault(error) {
      throw error;
    },
  });
  const now = () => new Date();
  return {
    stack,
    url: stack.url,
    dataDir,
    output: stack.output,
    now,
    advance: unmovable,
    stopClock: unmovable,
    ...written({ ...facts, now }),
    readLog: (read) => read(facts.log),
    async remove() {
      await facts.close();
      await (folder === undefined ? stack.remove() : stack.stop());
    },
  };
}

/** The process ids of the workers of a stack, as Linux lists them. */
export const workersOf = ({ process: { pid } }: Pick<Stack, "process">): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
