import { spawnSync } from "node:child_process";
import { startContainers } from "./containers.ts";

/**
 * `npm run test:distributed [-- --few]`: the distributed stack's own suites, then the product's tests on it. Uses the servers that the
 * environment names, else containers if there is a container engine, else this machine's programs; reports those that are missing.
 */
const args = process.argv.slice(2);
const few = args.includes("--few");
if (few) process.stdout.write("left out: the tests tagged slow, which take minutes, and those that assert a time\n");
const containers = await startContainers(process.env);
const selection = few ? ["--tags-filter=!slow"] : [];
const runs = [
  { run: ["node_modules/.bin/vitest", "run", ...selection], STACK: "servers" },
  { run: ["e2e/distributed/same-tests.ts", ...args] },
];
let worst = 0;
for (const { run, ...stack } of runs) {
  const env = { ...process.env, ...containers.urls, ...(few && { FEW: "1" }), ...stack };
  const { status } = spawnSync(process.execPath, run, { stdio: "inherit", env });
  worst = Math.max(worst, status ?? 1);
}
await containers.stop();
process.exit(worst);
