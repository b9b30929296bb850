import { builtinModules } from "node:module";
import {
  cruise,
  type ICruiseResult,
  type IForbiddenRuleType,
  type IReachabilityForbiddenRuleType,
  type IRegularForbiddenRuleType,
} from "dependency-cruiser";

/** Which package may import which: one floor stands on the next. Nobody imports `web` or `bench`; `insideCommandApi` orders that package. */
const mayImport: Record<string, readonly string[]> = {
  runtime: [],
  events: [],
  http: [],
  "event-store": ["runtime", "events"],
  "command-api": ["runtime", "events", "event-store", "http"],
  projections: ["runtime", "events", "event-store"],
  "query-api": ["runtime", "events", "event-store", "projections", "http"],
  standalone: ["runtime", "events", "event-store", "http", "command-api", "projections", "query-api"],
  web: [],
  e2e: ["runtime", "events", "event-store", "http", "command-api", "projections", "query-api", "standalone"],
  bench: ["runtime", "events", "event-store", "http", "command-api", "projections", "query-api", "standalone", "e2e"],
};
/** The folders of command-api, each above those after it: imports go down only. Those of one line do not know each other. */
const commandFolders: readonly (readonly string[])[] = [
  ["registration", "account-settings"],
  ["mail"],
  ["sign-in"],
  ["identifiers", "sessions"],
  ["accounts"],
  ["log-workers"],
  ["handling", "rate-limits", "passwords"],
];
export const packages = Object.keys(mayImport);

const anyOf = (names: readonly string[]) => `^(${names.join("|")})/`;
const tests = "\\.test\\.tsx?$";
const adapters = ["sqlite", "eventstoredb", "mongodb", "bullmq", "redis", "in-process"];
/** An adapter is a file that is named after what it speaks to, or a folder of such files. */
const filesOf = (adapter: string) => `/(${adapter}-[^/]+|${adapter}/[^/]+)\\.ts$`;
const apiSchemas = "^(command-api|query-api)/src/api-schema\\.ts$";
/** Where `http` may show in projections: processes of their own, and log lines. */
const httpInProjections = { from: "^projections/src/(rebuild/)?main\\.ts$", to: "^http/src/observability/log\\.ts$" };
/** Written for tests, but not named `*.test.ts`. */
const madeForTests = "/testing/|/(vitest|fast-check)/";

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
  "@eventstore/db-client": "^event-store/src/log/eventstoredb/[^/]+\\.ts$",
  mongodb: "/(mongodb-[^/]+|mongodb/[^/]+)\\.ts$",
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

/** Composition, which knows every folder: files beside the folders, and the entry of the mail worker. */
const commandComposition = "^command-api/src/([^/]+|mail/main)\\.ts$";
const below = (line: number) => commandFolders.slice(line + 1).flat();
const insideCommandApi = commandFolders.flatMap((line, depth) =>
  line.map((folder) =>
    forbid(
      `command-api/${folder} imports what lies below it: ${below(depth).join(", ") || "no other folder"}`,
      { path: `^command-api/src/${folder}/`, pathNot: [tests, commandComposition] },
      {
        path: "^command-api/src/",
        pathNot: [`^command-api/src/(${[folder, ...below(depth)].join("|")})/`, "^command-api/src/api-schema\\.ts$"],
      },
    ),
  ),
);

/** `threadEntries`: the modules that are started with `new Worker`, from the root. */
export const importRules = (threadEntries: readonly string[]): IForbiddenRuleType[] => [
  ...table,
  ...insideCommandApi,
  forbid(
    "projections imports runtime, events, event-store, and http only in a main.ts",
    { path: "^projections/", pathNot: httpInProjections.from },
    {
      path: anyOf(packages),
      pathNot: [anyOf(["projections", ...(mayImport.projections ?? [])]), httpInProjections.to],
    },
  ),
  forbid(
    "a main.ts of projections imports http too",
    { path: httpInProjections.from },
    { path: anyOf(packages), pathNot: anyOf(["projections", "http", ...(mayImport.projections ?? [])]) },
  ),
  forbid(
    "web imports the two API schemas",
    { path: "^web/" },
    { path: anyOf(packages), pathNot: ["^web/", apiSchemas] },
  ),
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
        pathNot: [tests, ...beside, "/(main|open-[^/]+)\\.ts$", filesOf(adapter), "^standalone/src/[^/]+\\.ts$"],
      },
      // A server that stands in for a real one in tests is no adapter.
      { path: `${anyOf(packages)}.*${filesOf(adapter)}`, pathNot: ["^e2e/", "/testing/"] },
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
