import { openStores } from "@attestory/event-store/open-stores.ts";
import { afterAll, beforeAll } from "vitest";
import { type InProcess, startInProcessBy, written } from "../start-in-process.ts";
import { startStacksBy } from "../start-stack.ts";
import { type DistributedStack, oneOfEach, startOwnStack } from "./own-stack.ts";
import { sharedStack } from "./shared-stack.ts";

/** Settings that every stack of a run has anyway, or that do not change its answers. */
const usual: Record<string, readonly string[]> = {
  RATE_LIMITS: ["off"],
  ENUMERATION_PROTECTION: ["lenient"],
  LOG_LEVEL: ["error", "silent", "debug"],
};
const isUsual = ([name, value]: [string, string]) => usual[name]?.includes(value);

let tags: readonly string[] = [];
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a hook needs.
beforeAll(({}, { file }) => {
  tags = file.tags ?? [];
});

/** A shared stack of the run if it suffices, else a separate one. */
const stackFor = async (env: Record<string, string>): Promise<DistributedStack> => {
  if (tags.includes("two-processes")) return startOwnStack(env, { ...oneOfEach, command: 2, query: 2 });
  const mayShare = Object.entries(env).every(isUsual) && !tags.includes("own-stack");
  return mayShare ? sharedStack() : startOwnStack(env, oneOfEach);
};

startStacksBy(async (env = {}, folder) => {
  if (folder !== undefined) throw new Error("no folder holds all of this stack");
  return stackFor(env);
});

const unmovable = () => {
  throw new Error("the clock of other processes cannot be moved");
};

/** Products that a file shares with nobody here and does not end itself. */
const unended = new Set<Pick<InProcess, "remove">>();
afterAll(async () => {
  for (const product of unended) await product.remove();
});

// No folder holds this stack's data: a data folder that is named is only where one process would keep it.
startInProcessBy(async ({ DATA_DIR: dataDir, ...env } = {}): Promise<InProcess> => {
  const stack = await stackFor(env);
  const { EVENT_LOG = "", VAULT = "", MASTER_KEY = "" } = stack.settings;
  const facts = await openStores({
    eventLog: EVENT_LOG,
    vault: VAULT,
    masterKeys: [Buffer.from(MASTER_KEY, "base64")],
    generation: 1,
    reportError(message, error) {
      throw new Error(message, { cause: error });
    },
  });
  const now = () => new Date();
  const product: InProcess = {
    url: stack.url,
    dataDir: stack.dataDir,
    output: stack.output,
    now,
    advance: unmovable,
    stopClock: unmovable,
    ...written({ ...facts, now }),
    readLog: (read) => read(facts.log),
    async remove() {
      await facts.close();
      await stack.remove();
    },
  };
  if (dataDir !== undefined) unended.add(product);
  return product;
});
