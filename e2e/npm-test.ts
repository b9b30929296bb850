import { spawnSync } from "node:child_process";
import { capabilities } from "./capabilities.ts";

/** `npm test [-- WORD …]`: all tests that need no other server, or those of a capability, or of the files whose path contains a word. */
const asked = process.argv.slice(2).flatMap((word) => capabilities[word] ?? [word]);
const { status } = spawnSync(
  process.execPath,
  ["node_modules/.bin/vitest", "run", "--project", "unit", "--project", "e2e", "--project", "workers", ...asked],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
