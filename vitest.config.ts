import "./standalone/src/require-node.js";

import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";
import { few, leftOutFiles, slowFaults } from "./e2e/distributed/left-out.ts";

const tests = "**/*.test.{ts,tsx}";
const never = ["**/node_modules/**", "**/dist/**"];

/** Assert a time, a rate or memory, so whatever runs beside them would be measured too: `npm run test:timed`. */
const timed = "**/*.timed.test.{ts,tsx}";
/** They need servers, of which a checkout has none: `npm run test:distributed`. */
const onServers = `e2e/distributed/${tests}`;

const compileCache = fileURLToPath(new URL("node_modules/.cache/node-compile", import.meta.url));

const patience = { interval: 20, timeout: 60_000 };
const story = {
  globalSetup: "e2e/prepare-stories.ts",
  // Only what hangs should meet them: how long something may take, its test says.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: patience },
};

/** One file waits for its processes and its browser about half of the time; a third would only slow two down. */
const atOnce = { maxWorkers: 2, maxConcurrency: 3 };

const embedded = [
  {
    test: {
      name: "unit",
      include: [tests],
      exclude: [...never, timed, "e2e/**"],
      // Each module is loaded once by each of the two workers, not once by each file.
      isolate: false,
      // Threads and processes that tests start load TypeScript: without a cache that takes longer than most of the tests.
      env: { NODE_COMPILE_CACHE: compileCache },
      // Only a test that hangs meets them.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: patience },
      // Of itself Vitest leaves one core to whoever watches.
      maxWorkers: "100%",
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      ...story,
      name: "e2e",
      // What takes long to start, modules and the product itself, a worker starts once for all of its files.
      isolate: false,
      include: [`e2e/${tests}`],
      exclude: [...never, timed, onServers],
      ...atOnce,
      sequence: { groupOrder: 1 },
    },
  },
  {
    test: {
      ...story,
      name: "timed",
      include: [timed],
      exclude: [...never, onServers],
      maxWorkers: 1,
      sequence: { groupOrder: 2 },
    },
  },
];

/** The distributed stack's suites that start many processes, kill them or spoil their network: one after the other. */
const quickFaults = ["event-log-crashes", "followers", "starting-together", "wakes", "without-redis"];
const suites = (names: readonly string[]) => names.map((name) => `e2e/distributed/${name}.test.ts`);
const allFaults = suites([...quickFaults, ...slowFaults]);
/** Not all, but those that stand for the rest. */
const onlyFew = process.env.FEW === "1";
/** Its own suites: contracts on servers, two files at a time, and faults. */
const servers = [
  {
    test: {
      ...{ ...story, ...atOnce, name: "servers", include: [onServers], exclude: [...never, ...allFaults] },
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      ...{ ...story, name: "faults", include: onlyFew ? suites(quickFaults) : allFaults },
      ...{ maxWorkers: 1, maxConcurrency: 1 },
      sequence: { groupOrder: 1 },
    },
  },
];

/** The same tests, where `e2e/distributed/same-tests.ts` asks for them. */
const distributed = {
  ...story,
  // A stack is many processes and servers: where three browsers starve them, what is written is folded too late to be read at once.
  ...{ maxWorkers: onlyFew ? 1 : atOnce.maxWorkers, maxConcurrency: 1 },
  name: "distributed",
  globalSetup: [story.globalSetup, "e2e/distributed/prepare-stacks.ts"],
  setupFiles: ["e2e/distributed/on-distributed.ts"],
  include: onlyFew ? few.map((file) => `e2e/${file}`) : [`e2e/stories/${tests}`, `e2e/http/${tests}`],
  exclude: [...never, ...Object.keys(leftOutFiles).map((file) => `e2e/${file}`)],
};

/** `e2e/distributed/run.ts` says which. */
const stacks: Record<string, object[]> = { servers, distributed: [{ test: distributed }] };

const tags = [
  {
    name: "random",
    description: "Draws what it tries at random: few draws in npm test, all of them in npm run test:faults.",
  },
];

export default defineConfig({ test: { tags, projects: stacks[process.env.STACK ?? ""] ?? embedded } });
