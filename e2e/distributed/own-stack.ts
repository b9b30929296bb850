import { dirname } from "node:path";
import { logAt, type Stack } from "../start-stack.ts";
import { type Counts, type Distributed, startDistributed } from "./start-distributed.ts";

/** A stack of many processes with the interface of a single-process stack. */
export interface DistributedStack extends Stack {
  /** The environment of every process. */
  settings: Readonly<Record<string, string>>;
}

export const oneOfEach: Counts = { command: 1, query: 1, projections: 1, mail: 1 };

/** A stack that no other test uses: its own log, documents, jobs and processes. */
export const startOwnStack = async (env: Record<string, string>, counts: Counts): Promise<DistributedStack> =>
  asStack(await startDistributed(env, counts));

/** `stop`, `kill` and `restart` affect the product's processes; servers and gateway keep running. */
export function asStack(distributed: Distributed): DistributedStack {
  const { url, settings, services, servers } = distributed;
  const [first] = services;
  if (!first) throw new Error("nothing was started here");
  const stack: DistributedStack = {
    url,
    settings,
    dataDir: dirname(servers.eventStore.file),
    process: first.process,
    lives: () => services.every(({ process }) => process.exitCode === null && process.signalCode === null),
    ...logAt(settings.EVENT_LOG ?? ""),
    output: () => services.map((service) => service.output()).join(""),
    async stop() {
      const codes = await Promise.all(services.map((service) => service.stop()));
      return codes.find((code) => code !== 0) ?? 0;
    },
    async kill() {
      await Promise.all(services.map((service) => service.kill()));
    },
    async restart(more = {}, until = "ready") {
      if (Object.keys(more).length > 0) throw new Error("the processes keep the environment that they have");
      const again = await Promise.all(services.map((service) => service.restart(until)));
      services.splice(0, services.length, ...again);
      return asStack(distributed);
    },
    remove: () => distributed.remove(),
  };
  return stack;
}
