import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/**
 * `better-auth` on `PORT`, with the SQLite file `FILE`. It is no dependency of the project: the folder `BENCH_PEER` has it among its
 * packages. Its file is written as ours: with a write-ahead log, each commit flushed to the disk.
 */
const { PORT = "", FILE = "", BENCH_PEER = "" } = process.env;
const packages = createRequire(pathToFileURL(`${BENCH_PEER}/package.json`));
const load = (name: string): Promise<unknown> => import(pathToFileURL(packages.resolve(name)).href);

interface Auth {
  options: unknown;
}
const { betterAuth } = (await load("better-auth")) as { betterAuth(options: object): Auth };
const { getMigrations } = (await load("better-auth/db/migration")) as {
  getMigrations(options: unknown): Promise<{ runMigrations(): Promise<void> }>;
};
const { toNodeHandler } = (await load("better-auth/node")) as { toNodeHandler(auth: Auth): RequestListener };

const database = new DatabaseSync(FILE);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
const auth = betterAuth({
  database,
  baseURL: `http://127.0.0.1:${PORT}`,
  secret: "0123456789abcdef0123456789abcdef",
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
});
await (await getMigrations(auth.options)).runMigrations();
createServer(toNodeHandler(auth)).listen(Number(PORT), "127.0.0.1");
