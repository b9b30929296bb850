import { builtinModules } from "node:module";
import {
  cruise,
  type ICruiseResult,
  type IReachabilityForbiddenRuleType,
  type IRegularForbiddenRuleType,
} from "dependency-cruiser";
import { commandFolders } from "./command-folders.ts";

/** Which package may import which. No package imports `web` or `bench`. `insideCommandApi` is about the folders of command-api. */
const mayImport: Record<string, readonly string[]> = {
  runtime: [],
  events: [],
  http: ["runtime"],
  "event-store": ["runtime", "events"],
  "command-api": ["runtime", "events", "event-store", "http"],
  projections: ["runtime", "events", "event-store"],
  "query-api": ["runtime", "events", "event-store", "projections", "http"],
  standalone: ["runtime", "events", "event-store", "http", "command-api", "projections", "query-api"],
  web: [],
  e2e: ["runtime", "events", "event-store", "http", "command-api", "projections", "query-api", "standalone"],
  bench: ["runtime", "events", "event-store", "http", "command-api", "projections", "query-api", "standalone", "e2e"],
};
export const packages = Object.keys(mayImport);

const anyOf = (names: readonly string[]) => `^(${names.join("|")})/`;
const tests = "\\.test\\.tsx?$";
const adapters = ["sqlite", "eventstoredb", "mongodb", "bullmq", "redis", "in-process"];
/** An adapter is a file named after the technology it uses, or a file in a folder of that name. */
const filesOf = (adapter: string) => `/(${adapter}-[^/]+|${adapter}/[^/]+)\\.ts$`;
/** What the service and the web app both read. */
const schemas =
  "^(command-api|query-api)/src/.*schema\\.ts$|^http/src/(routing/(application-schema|api-schema|answers)|security/provider-scopes)\\.ts$";
/** A whole account for tests, also for those of the web app. */
const sample = "^http/src/testing/sample-user\\.ts$";
/** The paths of screens, which the stories walk over. It imports nothing. */
const screenPaths = "^web/src/signed-in-screens\\.ts$";
/** `from`: entry files of processes, which may import all of `http`. `to`: the logging file, which all of projections may import. */
const httpInProjections = { from: "^projections/src/(rebuild/)?main\\.ts$", to: "^http/src/observability/log\\.ts$" };
/** Code and libraries for tests that are not named `*.test.ts`. */
const madeForTests = "/testing/|/(vitest|fast-check)/";

/** Files that read the stores from outside: measurements, and checks of invariants. */
const beside = [
  "^bench/",
  "^e2e/invariants/",
  "^e2e/http/stored-log\\.ts$",
  "^e2e/distributed/(interleaved-models|notified-readers)\\.ts$",
];

/** Every file that opens an SQLite database. Adding one is a deliberate decision. */
const opensSqlite = [
  "event-store/src/sqlite/open-database.ts",
  // Not a store, but the lock of the data folder.
  "standalone/src/data-folder.ts",
];
/** Client libraries of servers, each with the pattern of the adapter files that may import it. */
const clients: Record<string, string> = {
  "@eventstore/db-client": "^event-store/src/log/eventstoredb/[^/]+\\.ts$",
  mongodb: "/(mongodb-[^/]+|mongodb/[^/]+)\\.ts$",
  bullmq: "^command-api/src/log-workers/bullmq-[^/]+\\.ts$",
  ioredis: "^runtime/src/open-redis\\.ts$",
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
      {
        path: anyOf(packages),
        pathNot: [anyOf([name, ...(mayImport[name] ?? [])]), ...(name === "e2e" ? [screenPaths] : [])],
      },
    ),
  );

/** Composition code, which may import every folder: files beside the folders, and the entry file of the mail worker. */
const commandComposition = "^command-api/src/([^/]+|mail/main)\\.ts$";
const below = (line: number) => commandFolders.slice(line + 1).flat();
const insideCommandApi = commandFolders.flatMap((line, depth) =>
  line.map((folder) =>
    forbid(
      `command-api/${folder} imports what lies below it: ${below(depth).join(", ") || "no other folder"}`,
      { path: `^command-api/src/${folder}/`, pathNot: [tests, commandComposition] },
      {
        path: "^command-api/src/",
        pathNot: [`^command-api/src/(${[folder, ...below(depth)].join("|")})/`, schemas],
      },
    ),
  ),
);

/** `threadEntries`: paths, from the root, of the modules that are started with `new Worker`. */
export const importRules = (threadEntries: readonly string[]): Rule[] => [
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
  forbid("web imports schemas", { path: "^web/" }, { path: anyOf(packages), pathNot: ["^web/", schemas, sample] }),
  forbid("a schema imports schemas", { path: schemas, pathNot: tests }, { path: anyOf(packages), pathNot: schemas }),
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
      // A stand-in server for tests is not an adapter.
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
    "what puts the capabilities together is imported by none of them",
    { path: "^(command-api|query-api)/src/[^/]+/", pathNot: [tests, "/testing/", "/main\\.ts$"] },
    { path: "^(command-api|query-api)/src/[^/]+\\.ts$", pathNot: "/config\\.ts$" },
  ),
  forbid(
    "the entry of a thread is started, not imported",
    // The `start` command runs the service in its own process.
    { path: anyOf(packages), pathNot: "^standalone/src/commands/run-command\\.ts$" },
    { path: `^(${threadEntries.join("|")})$`, dependencyTypesNot: ["type-only"] },
  ),
  forbid(
    "the program reaches nothing that was made for tests",
    { path: "^(standalone/src/(main|dev|cli|container)|[^/]+/src/main)\\.tsx?$", pathNot: ["^bench/", "^e2e/"] },
    { reachable: true, path: madeForTests },
  ),
  forbid("no cycles", { path: anyOf(packages) }, { circular: true }),
  forbid("every import leads somewhere", { path: anyOf(packages) }, { couldNotResolve: true }),
];

/** Reads every import of the tree at `root`, including those of TypeScript and of types, and applies the rules. */
export async function cruiseImports(root: string, rules: Rule[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    packages,
    {
      baseDir: root,
      // TypeScript 7 provides no syntax tree, so the default parser would find no imports at all.
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

/** Each import that breaks a rule: the rule, the importing file and what it imports. */
export const violationsIn = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => [rule.name, from, to]);
