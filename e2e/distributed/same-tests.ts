import { spawnSync } from "node:child_process";
import { leftOutFiles, leftOutTests } from "./left-out.ts";
import { whyNotDistributed } from "./start-distributed.ts";

/** `node e2e/distributed/same-tests.ts [--few]`: the product's own tests on the distributed stack, or those that stand for the rest. */
const say = (line: string) => process.stdout.write(`${line}\n`);
const missing = whyNotDistributed();
if (missing) {
  say(`the product's own tests are not run on the distributed stack: ${missing}`);
  process.exit(0);
}
for (const [what, why] of Object.entries({ ...leftOutFiles, ...leftOutTests })) say(`left out: ${what}: ${why}`);
// A stack has jobs of its own, whatever is named here: two at once would hear of each other's.
const { JOBS_URL: _, ...env } = process.env;
const few = process.argv.includes("--few");
const { status } = spawnSync(process.execPath, ["node_modules/.bin/vitest", "run"], {
  stdio: "inherit",
  env: { ...env, STACK: "distributed", ...(few && { FEW: "1" }) },
});
process.exit(status ?? 1);
