import { spawnSync } from "node:child_process";
import { whyNotDistributed } from "./start-distributed.ts";

/** `node e2e/distributed/same-tests.ts [--few]`: runs the product's tests, or a few of them, on the distributed stack. */
const say = (line: string) => process.stdout.write(`${line}\n`);
const missing = whyNotDistributed();
if (missing) {
  say(`the product's own tests are not run on the distributed stack: ${missing}`);
  process.exit(0);
}
say("left out: the tests tagged embedded/…: vitest.config.ts has the reasons");
// Each stack starts its own job server, whatever `JOBS_URL` names: two stacks on one would receive each other's notifications.
const { JOBS_URL: _, ...env } = process.env;
const few = process.argv.includes("--few");
const { status } = spawnSync(process.execPath, ["node_modules/.bin/vitest", "run", "--tags-filter=!embedded/*"], {
  stdio: "inherit",
  env: { ...env, STACK: "distributed", ...(few && { FEW: "1" }) },
});
process.exit(status ?? 1);
