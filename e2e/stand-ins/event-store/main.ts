import { parseArgs } from "node:util";
import { serve } from "./serve.ts";
import { openStore } from "./store.ts";

/**
 * A stand-in for EventStoreDB, for tests only: `--port` (0: any) on 127.0.0.1, an SQLite `--file`, and with `--key` and `--certificate`
 * (PEM files) over TLS. `--user name:password`: of an admin; calls of others are refused, but for the users that the admin makes.
 * `--unruly`: subscriptions deliver events more than once, and late. Prints `ready <port>`; SIGTERM ends it.
 */
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    file: { type: "string", default: ":memory:" },
    key: { type: "string" },
    certificate: { type: "string" },
    user: { type: "string" },
    unruly: { type: "boolean" },
  },
});
const store = openStore(values.file);
const server = await serve(store, { ...values, port: Number(values.port) });
process.stdout.write(`ready ${server.port}\n`);
process.once("SIGTERM", () => {
  server.end();
  store.close();
});
