import "./standalone/src/require-node.js";

// As one object: an older Node, which the line above refuses, lacks `globSync`.
import fs from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";
import { CostReporter } from "./e2e/cost/cost-reporter.ts";
import { LongestFirst } from "./e2e/cost/longest-first.ts";
import { tags } from "./e2e/test-tags.ts";

const tests = "**/*.test.{ts,tsx}";
const never = ["**/node_modules/**", "**/dist/**"];

/** Tests that assert a time, a rate or memory, so tests running in parallel would distort them: `npm run test:timed`. */
const timed = "**/*.timed.test.{ts,tsx}";
/** Every screen at every width in both themes, where `npm test` tries what differs most: `npm run test:screens`. */
const matrix = "e2e/stories/screens/*.matrix.test.ts";
/** Tests that need servers, which a checkout does not include: `npm run test:distributed`. */
const onServers = `e2e/distributed/${tests}`;
/** Tests that need Docker: `npm run test:containers`. */
const inContainers = `e2e/containers/${tests}`;

const compileCache = fileURLToPath(new URL("node_modules/.cache/node-compile", import.meta.url));

const patience = { interval: 20, timeout: 60_000 };
const story = {
  globalSetup: "e2e/prepare-stories.ts",
  // Only a hanging test reaches these timeouts. A test itself asserts how long something may take.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxConcurrency: 3,
  expect: { poll: patience },
};

/** A test file waits for its processes and its browser, so three files keep two cores at work. */
const atOnce = { maxWorkers: 3 };
const alone = { maxWorkers: 1, maxConcurrency: 1 };

/** Records what each file costs. With more room for short-lived objects, a worker collects garbage less often. */
const measured = { setupFiles: ["e2e/cost/measure-file.ts"], execArgv: ["--max-semi-space-size=64"] };

const embedded = [
  {
    test: {
      ...measured,
      name: "unit",
      globalSetup: "e2e/files-in-memory.ts",
      include: [tests],
      exclude: [...never, timed, "e2e/**"],
      // Each worker loads a module once, instead of once per test file.
      isolate: false,
      // Tests start threads and processes that load TypeScript. Without a cache, loading takes longer than most tests.
      env: { NODE_COMPILE_CACHE: compileCache },
      // Only a hanging test reaches these timeouts. All the draws of a random test take minutes.
      testTimeout: process.env.FULL_RUN === "1" ? 600_000 : 60_000,
      hookTimeout: 60_000,
      expect: { poll: patience },
      // By default, Vitest leaves one core free.
      maxWorkers: "100%",
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      ...story,
      ...measured,
      name: "e2e",
      globalSetup: ["e2e/files-in-memory.ts", story.globalSetup],
      // Modules and the product are slow to start, so each worker starts them once for all of its files.
      isolate: false,
      include: [`e2e/${tests}`],
      exclude: [...never, timed, matrix, onServers, inContainers],
      ...atOnce,
      sequence: { groupOrder: 1 },
    },
  },
  {
    test: {
      ...story,
      name: "timed",
      include: [timed],
      exclude: [...never, onServers, inContainers],
      maxWorkers: 1,
      sequence: { groupOrder: 2 },
    },
  },
];

/** Suites of the distributed stack that start many processes, kill them or disturb their network. They run one at a time. */
const faults = `e2e/distributed/faults/${tests}`;
/** Whether to run only the files that represent the rest. */
const onlyFew = process.env.FEW === "1";
/** The suites of the distributed stack that assert a time. A full run ends with them. */
const timedServers = {
  ...story,
  name: "timed-servers",
  include: ["e2e/distributed/**/*.timed.test.ts"],
  ...alone,
  sequence: { groupOrder: 2 },
};
/** The distributed stack's own suites: contract tests on servers, two files at a time, then faults, then what asserts a time. */
const servers = [
  {
    test: {
      ...story,
      maxWorkers: 2,
      name: "servers",
      isolate: false,
      include: [onServers],
      exclude: [...never, timed, faults],
      sequence: { groupOrder: 0 },
    },
  },
  {
    test: {
      ...story,
      name: "faults",
      isolate: false,
      include: [faults],
      exclude: [...never, timed],
      ...alone,
      sequence: { groupOrder: 1 },
    },
  },
  ...(onlyFew ? [] : [{ test: timedServers }]),
];

/** The screens, each in every view. */
const screens = {
  ...story,
  ...atOnce,
  name: "screens",
  isolate: false,
  env: { WHOLE_SCREENS: "1" },
  include: ["e2e/stories/screens-*.test.ts", matrix],
};

const productTests = [`e2e/stories/${tests}`, `e2e/http/${tests}`];
/** `--tags-filter` would load the other files too, which takes a minute. */
const smokeTests = () =>
  fs.globSync(productTests).filter((file) => /@module-tag smoke\b/.test(fs.readFileSync(file, "utf8")));

/** The product's own tests on the distributed stack, started by `e2e/distributed/same-tests.ts`. */
const distributed = {
  ...story,
  // A stack is many processes and servers. If three browsers starve them, projections lag too far behind for immediate reads.
  maxWorkers: onlyFew ? 1 : 2,
  maxConcurrency: 1,
  name: "distributed",
  globalSetup: [story.globalSetup, "e2e/distributed/prepare-stacks.ts"],
  setupFiles: ["e2e/distributed/on-distributed.ts"],
  include: onlyFew ? smokeTests() : productTests,
  exclude: [...never, timed, matrix],
};

/** The product's own tests in one process that owns the data and two that answer requests: `STACK=workers`. */
const workers = {
  ...story,
  ...measured,
  ...atOnce,
  name: "workers",
  isolate: false,
  globalSetup: ["e2e/files-in-memory.ts", story.globalSetup, "e2e/workers/end-products.ts"],
  setupFiles: [...measured.setupFiles, "e2e/workers/on-workers.ts"],
  include: productTests,
  exclude: [...never, timed, matrix],
};

/** Those of `npm test`: what stands between a client and the process that answers. The rest is tried by the suite in e2e/workers. */
const fewWithWorkers = {
  ...workers,
  include: ["raw-requests", "known-hosts"].map((name) => `e2e/http/${name}.test.ts`),
  sequence: { groupOrder: 1 },
};

/** The images and docker-compose.yml, with stand-ins for the stores. */
const containers = { ...story, name: "containers", include: [inContainers], ...alone };

/** The environment variable `STACK` selects one: `run.ts` and `same-tests.ts` in e2e/distributed, test:screens and test:containers set it. */
const stacks: Record<string, object[]> = {
  servers,
  screens: [{ test: screens }],
  distributed: [{ test: distributed }],
  workers: [{ test: workers }],
  containers: [{ test: { ...containers, globalSetup: [] } }],
};

export default defineConfig({
  test: {
    reporters: ["default", new CostReporter()],
    sequence: { sequencer: LongestFirst },
    tags,
    projects: stacks[process.env.STACK ?? ""] ?? [...embedded, { test: fewWithWorkers }],
  },
});
