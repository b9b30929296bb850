import { spawnSync } from "node:child_process";
import { leftOutFiles, leftOutTests } from "./left-out.ts";
import { whyNotDistributed } from "./start-distributed.ts";

/** `node e2e/distributed/same-tests.ts [--few]`: runs the product's tests, or a few of them, on the distributed stack. */
const say = (line: string) => process.stdout.write(`${line}\n`);
const missing = whyNotDistributed();
if (missing) {
  say(`the product's own tests are not run on the distributed stack: ${missing}`);
  process.exit(0);
}
for (const [what, why] of Object.entries({ ...leftOutFiles, ...leftOutTests })) say(`left out: ${what}: ${why}`);
// Each stack starts its own job server, whatever `JOBS_URL` names: two stacks on one would receive each other's notifications.
const { JOBS_URL: _, ...env } = process.env;
const few = process.argv.includes("--few");
const { status } = spawnSync(process.execPath, ["node_modules/.bin/vitest", "run"], {
  stdio: "inherit",
  env: { ...env, STACK: "distributed", ...(few && { FEW: "1" }) },
});
process.exit(status ?? 1);
