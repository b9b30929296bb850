import { builtinModules } from "node:module";
import {
  cruise,
  type ICruiseResult,
  type IForbiddenRuleType,
  type IReachabilityForbiddenRuleType,
  type IRegularForbiddenRuleType,
} from "dependency-cruiser";

/** Which folder may import which. Nobody imports `web` or `bench`; what a folder may use of itself is not said here. */
const mayImport: Record<string, readonly string[]> = {
  events: [],
  http: [],
  "command-api": ["events", "http"],
  projections: ["events"],
  "query-api": ["events", "projections", "http"],
  standalone: ["events", "http", "command-api", "projections", "query-api"],
  web: [],
  e2e: ["events", "http", "command-api", "projections", "query-api", "standalone"],
  bench: ["events", "http", "command-api", "projections", "query-api", "standalone", "e2e"],
};
export const packages = Object.keys(mayImport);

const anyOf = (names: readonly string[]) => `^(${names.join("|")})/`;
const tests = "\\.test\\.tsx?$";
const adapters = ["sqlite", "eventstoredb", "mongo", "bullmq", "redis", "in-process"];
const contracts = "^(command-api|query-api)/src/contract\\.ts$";
/** Where `http` may show in projections: processes of their own, and log lines. */
const httpInProjections = { from: "^projections/src/(rebuild/)?main\\.ts$", to: "^http/src/log\\.ts$" };
/** Written for tests, but not named `*.test.ts`. */
const madeForTests =
  "/(scratch-service|temporary-folder|given-when-then|example-[^/]+|[^/]+-contract)\\.tsx?$|/testing/|/(vitest|fast-check)/";

/** What looks at the stores from outside: measurements, and what must hold in them whatever happened. */
const beside = ["^bench/", "^e2e/invariants/", "^e2e/http/stored-log\\.ts$"];

/** Every file that opens an SQLite database; a new one is a decision. */
const opensSqlite = [
  "event-store/src/sqlite/open-database.ts",
  // Not a store: the lock of the data folder.
  "standalone/src/data-folder.ts",
];
/** Clients of servers, and the one adapter file, or kind of file, that may speak to them. */
const clients: Record<string, string> = {
  "@eventstore/db-client": "^events/src/log/eventstoredb-[^/]+\\.ts$",
  mongodb: "/mongo-[^/]+\\.ts$",
  bullmq: "^command-api/src/mail/bullmq-[^/]+\\.ts$",
  ioredis: "/(bullmq|redis)-[^/]+\\.ts$",
};

type Rule = IRegularForbiddenRuleType | IReachabilityForbiddenRuleType;
const forbid = <Of extends Rule>(name: string, from: Of["from"], to: Of["to"]) =>
  ({ name, severity: "error", from, to }) as Of;

const table = packages
  .filter((name) => name !== "projections" && name !== "web")
  .map((name) =>
    forbid(
      `${name} imports ${mayImport[name]?.join(", ") || "nothing of ours"}`,
      { path: anyOf([name]) },
      { path: anyOf(packages), pathNot: anyOf([name, ...(mayImport[name] ?? [])]) },
    ),
  );

/** `threadEntries`: the modules that are started with `new Worker`, from the root. */
export const importRules = (threadEntries: readonly string[]): IForbiddenRuleType[] => [
  ...table,
  forbid(
    "projections imports events, and http only in a main.ts",
    { path: "^projections/", pathNot: httpInProjections.from },
    { path: anyOf(packages), pathNot: ["^projections/", "^events/", httpInProjections.to] },
  ),
  forbid(
    "a main.ts of projections imports events and http",
    { path: httpInProjections.from },
    { path: anyOf(packages), pathNot: anyOf(["projections", "events", "http"]) },
  ),
  forbid("web imports the two contracts", { path: "^web/" }, { path: anyOf(packages), pathNot: ["^web/", contracts] }),
  forbid(
    "web reaches nothing of Node.js",
    { path: "^web/src/", pathNot: tests },
    { reachable: true, path: `^(node:.+|${builtinModules.join("|")})$` },
  ),
  ...adapters.map((adapter) =>
    forbid(
      `only main.ts and open-*.ts name an adapter: ${adapter}`,
      {
        path: anyOf(packages),
        pathNot: [
          tests,
          ...beside,
          "/(main|open-[^/]+)\\.ts$",
          `/${adapter}-[^/]+\\.ts$`,
          "^standalone/src/[^/]+\\.ts$",
        ],
      },
      // A server that stands in for a real one in tests is no adapter.
      { path: `${anyOf(packages)}.*/${adapter}-[^/]+\\.ts$`, pathNot: "^e2e/" },
    ),
  ),
  forbid(
    "node:sqlite is opened where it is known to be",
    { path: anyOf(packages), pathNot: [tests, "^e2e/", "^bench/", ...opensSqlite.map((file) => `^${file}$`)] },
    { path: "^node:sqlite$", dependencyTypesNot: ["type-only"] },
  ),
  ...Object.entries(clients).map(([client, adapter]) =>
    forbid(
      `${client} is spoken to by its adapter`,
      { path: anyOf(packages), pathNot: [tests, "^e2e/", "^bench/", adapter] },
      { path: `(^|/)node_modules/${client}/|^${client}$` },
    ),
  ),
  forbid(
    "routes are put together in one place, and no capability calls another's",
    { path: "^(command-api|query-api)/src/[^/]+/", pathNot: tests },
    { path: "^(command-api|query-api)/src/[^/]+/routes\\.ts$" },
  ),
  forbid(
    "the entry of a thread is started, not imported",
    // The command that starts the service becomes it.
    { path: anyOf(packages), pathNot: "^standalone/src/cli\\.ts$" },
    { path: `^(${threadEntries.join("|")})$`, dependencyTypesNot: ["type-only"] },
  ),
  forbid(
    "the program reaches nothing that was made for tests",
    { path: "^(standalone/src/(main|dev|cli)|[^/]+/src/main)\\.tsx?$", pathNot: ["^bench/", "^e2e/"] },
    { reachable: true, path: madeForTests },
  ),
  forbid("no cycles", { path: anyOf(packages) }, { circular: true }),
  forbid("every import leads somewhere", { path: anyOf(packages) }, { couldNotResolve: true }),
];

/** Reads every import of the tree at `root` (TypeScript too, types too) and applies the rules. */
export async function cruiseImports(root: string, rules: IForbiddenRuleType[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    packages,
    {
      baseDir: root,
      // TypeScript 7 cannot be asked for a syntax tree: with the default parser no import at all would be seen.
      parser: "swc",
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: `${anyOf(packages)}dist/` },
      ruleSet: { forbidden: rules },
      validate: true,
      enhancedResolveOptions: {
        exportsFields: ["exports"],
        conditionNames: ["import", "node", "default"],
        extensions: [".ts", ".tsx", ".js", ".mjs", ".json", ".css"],
      },
    },
    { symlinks: true },
  );
  if (typeof output === "string") throw new TypeError("asked for modules, got a report");
  return output;
}
