import { spawnSync } from "node:child_process";
import { startContainers } from "./containers.ts";

/**
 * `npm run test:distributed [-- --few]`: the distributed stack's own suites, then the product's tests on it. Servers are those that the environment
 * names; else containers, where there is an engine for them; else what this machine has, and what it lacks is said.
 */
const containers = await startContainers(process.env);
const runs = [
  { run: ["node_modules/.bin/vitest", "run"], STACK: "servers" },
  { run: ["e2e/distributed/same-tests.ts", ...process.argv.slice(2)] },
];
let worst = 0;
for (const { run, ...stack } of runs) {
  const env = { ...process.env, ...containers.urls, ...stack };
  const { status } = spawnSync(process.execPath, run, { stdio: "inherit", env });
  worst = Math.max(worst, status ?? 1);
}
await containers.stop();
process.exit(worst);
