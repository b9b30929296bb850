import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { markOnServers } from "../issued-marks.ts";
import type { Services } from "../start-services.ts";
import { startDistributed } from "./start-distributed.ts";

const holdProjections = new URL("../faults/hold-projections.ts", import.meta.url).href;

/** Two processes of each side, which clients reach in turn, bypassing the gateway. Projecting can be held as in one process. */
export async function startHeldServices(): Promise<Services> {
  const file = join(tmpdir(), `attestory-hold-${crypto.randomUUID()}`);
  const tell = (what: string) => writeFileSync(file, what);
  tell("");
  const stack = await startDistributed({
    NODE_OPTIONS: `--import=${holdProjections}`,
    HOLD_PROJECTIONS: file,
    LOG_LEVEL: "error",
  });
  const signal = (name: NodeJS.Signals) => {
    for (const { process } of stack.of("projections")) process.kill(name);
  };
  return {
    commands: stack.of("command").map(({ url }) => url),
    queries: stack.of("query").map(({ url }) => url),
    encryptMark: (mark) => markOnServers(stack.settings, mark),
    projector: {
      // The hook holds both projections in turn, in one process.
      delay: (ms) => tell(String(ms / 2)),
      stop: () => signal("SIGSTOP"),
      goOn() {
        tell("");
        signal("SIGCONT");
      },
      async restart() {
        const old = stack.of("projections");
        await Promise.all(old.map((each) => each.kill()));
        const fresh = await Promise.all(old.map((each) => each.restart("live")));
        for (const [at, each] of old.entries()) stack.replace(each, fresh[at] ?? each);
      },
    },
    async remove() {
      tell("");
      signal("SIGCONT");
      await stack.remove();
      rmSync(file, { force: true });
    },
  };
}
