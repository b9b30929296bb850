/** Imports that must be refused: the rule, the file and its content. */
export const forbidden: [rule: string, file: string, text: string][] = [
  ["runtime imports nothing of ours", "runtime/src/a.ts", 'import { x } from "@attestory/events/envelope.ts";'],
  ["events imports nothing of ours", "events/src/a.ts", 'import { x } from "@attestory/http/routing/answers.ts";'],
  ["events imports nothing of ours", "events/src/b.ts", 'import { x } from "../../event-store/src/clock.ts";'],
  [
    "events imports nothing of ours",
    "events/src/c.ts",
    'import type { x } from "@attestory/query-api/sign-in/schema.ts";',
  ],
  ["http imports runtime", "http/src/a.ts", 'import { x } from "@attestory/event-store/clock.ts";'],
  ["http imports runtime", "http/src/b.ts", 'export const y = await import("@attestory/event-store/clock.ts");'],
  [
    "event-store imports runtime, events",
    "event-store/src/a.ts",
    'import { x } from "@attestory/http/routing/answers.ts";',
  ],
  [
    "command-api imports runtime, events, event-store, http",
    "command-api/src/a.ts",
    'import { x } from "@attestory/projections/read-models/users.ts";',
  ],
  [
    "command-api imports runtime, events, event-store, http",
    "command-api/src/b.ts",
    'import type { x } from "@attestory/query-api/sign-in/schema.ts";',
  ],
  [
    "projections imports runtime, events, event-store, and http only in a main.ts",
    "projections/src/a.ts",
    'import { x } from "@attestory/http/routing/answers.ts";',
  ],
  [
    "a main.ts of projections imports http too",
    "projections/src/main.ts",
    'import { x } from "@attestory/query-api/sign-in/schema.ts";',
  ],
  [
    "what puts the capabilities together is imported by none of them",
    "query-api/src/account/a.ts",
    'import { x } from "../query-api.ts";',
  ],
  [
    "query-api imports runtime, events, event-store, projections, http",
    "query-api/src/a.ts",
    'import { x } from "@attestory/command-api/handling/decider.ts";',
  ],
  [
    "standalone imports runtime, events, event-store, http, command-api, projections, query-api",
    "standalone/src/a.ts",
    'import { x } from "../../web/src/app.tsx";',
  ],
  ["web imports schemas", "web/src/a.ts", 'import { x } from "@attestory/http/observability/log.ts";'],
  ["web imports schemas", "web/src/b.tsx", 'import { x } from "@attestory/command-api/handling/decider.ts";'],
  ["web reaches nothing of Node.js", "web/src/c.ts", 'import { readFileSync as x } from "node:fs";'],
  ["web reaches nothing of Node.js", "web/src/d.ts", 'import { x } from "./reads-a-file.ts";'],
  [
    "command-api/handling imports what lies below it: no other folder",
    "command-api/src/handling/a.ts",
    'import { x } from "../sign-in/sign-in.ts";',
  ],
  [
    "command-api/sign-in imports what lies below it: identifiers, sessions, hardware-keys, email-codes, consents, api-keys, second-factors, applications, client-sources, mail, accounts, log-workers, handling, passwords",
    "command-api/src/sign-in/a.ts",
    'import type { x } from "../registration/register.ts";',
  ],
  [
    "only main.ts and open-*.ts name an adapter: sqlite",
    "query-api/src/b.ts",
    'import { x } from "@attestory/event-store/log/sqlite/event-log.ts";',
  ],
  [
    "only main.ts and open-*.ts name an adapter: in-process",
    "command-api/src/log-workers/a.ts",
    'import { x } from "./in-process-jobs.ts";',
  ],
  [
    "node:sqlite is opened where it is known to be",
    "projections/src/c.ts",
    'import { DatabaseSync } from "node:sqlite";',
  ],
  ["mongodb is spoken to by its adapter", "projections/src/d.ts", 'import { MongoClient } from "mongodb";'],
  [
    "routes are put together in one place, and no capability calls another's",
    "command-api/src/registration/a.ts",
    'import { x } from "../sign-in/routes.ts";',
  ],
  ["the entry of a thread is started, not imported", "projections/src/e.ts", 'import { x } from "./thread.ts";'],
  ["the program reaches nothing that was made for tests", "standalone/src/main.ts", 'import { x } from "./made.ts";'],
  ["no cycles", "http/src/c.ts", 'import { y } from "./d.ts"; export const x = y;'],
  ["every import leads somewhere", "http/src/e.ts", 'import { x } from "./nowhere.ts";'],
];

/** Imports that the same rules must allow. */
export const allowed: [file: string, text: string][] = [
  ["projections/src/follower.ts", 'import { x } from "@attestory/event-store/clock.ts";'],
  ["projections/src/rebuild/main.ts", 'import { x } from "@attestory/http/observability/log.ts";'],
  [
    "query-api/src/main.ts",
    'import { x } from "@attestory/http/routing/answers.ts"; import { y } from "@attestory/projections/read-models/users.ts";',
  ],
  [
    "web/src/e.ts",
    'import { x } from "@attestory/command-api/sign-in/schema.ts"; import { y } from "@attestory/query-api/sign-in/schema.ts";',
  ],
  ["command-api/src/sign-in/schema.ts", 'import { x } from "@attestory/http/routing/answers.ts";'],
  ["command-api/src/registration/b.ts", 'import { x } from "../handling/decider.ts";'],
  ["standalone/src/open-stores.ts", 'import { x } from "@attestory/event-store/log/sqlite/event-log.ts";'],
  [
    "event-store/src/e.test.ts",
    'import { x } from "./log/sqlite/event-log.ts"; import { DatabaseSync } from "node:sqlite";',
  ],
  [
    "projections/src/starts.ts",
    'import type { X } from "./thread.ts"; new Worker(new URL("./thread.ts", import.meta.url));',
  ],
  ["command-api/src/command-api.ts", 'import { x } from "./sign-in/routes.ts";'],
];
/** Files that the files above import. */
export const between: [file: string, text: string][] = [
  ["standalone/src/made.ts", 'import { x } from "@attestory/event-store/testing/scratch-service.ts";'],
  ["web/src/reads-a-file.ts", 'export { x } from "./c.ts";'],
  ["http/src/d.ts", 'import { x } from "./c.ts"; export const y = x;'],
];
export const stubs = `events/src/envelope.ts event-store/src/clock.ts event-store/src/testing/scratch-service.ts
  event-store/src/log/sqlite/event-log.ts http/src/routing/answers.ts http/src/observability/log.ts
  command-api/src/handling/decider.ts command-api/src/log-workers/in-process-jobs.ts command-api/src/sign-in/routes.ts
  command-api/src/sign-in/sign-in.ts command-api/src/registration/register.ts
  projections/src/read-models/users.ts projections/src/thread.ts query-api/src/sign-in/schema.ts
  query-api/src/query-api.ts web/src/app.tsx`.split(/\s+/);
