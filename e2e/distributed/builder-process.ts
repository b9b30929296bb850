import { subscribe } from "node:diagnostics_channel";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { buildBehind } from "@attestory/projections/rebuild/build-behind.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { tracepointChannel } from "@attestory/runtime/tracepoints.ts";

/**
 * Builds every read model of a data folder in the read store of a server. Prints a line before it reads a part of the log, at each step of a
 * build, and when it is done. Its leases are always its own: a process started after it need not wait for them.
 */
const [dataDir = "", key = "", url = ""] = process.argv.slice(2);
const fails = (what: unknown) => {
  process.stderr.write(`${JSON.stringify(what)}\n`);
  process.exit(1);
};
const say = (line: string) => process.stdout.write(`${line}\n`);
subscribe(tracepointChannel, (step) => String(step).startsWith("build ") && say(String(step)));

const opened = await openEventLog({ dataDir, generation: 1, writes: false, onFault: fails });
const vault = await openVault({ dataDir, generation: 1, writes: false, onFault: fails });
const sealing = createSealing(await openKeyring(vault, masterKey(Buffer.from(key, "base64")), opened));
const location = { url, generation: 1 };
const log: Pick<typeof opened, "scan" | "head" | "eventAt"> = {
  head: () => opened.head(),
  eventAt: (position) => opened.eventAt(position),
  scan(after, limit, types) {
    say(`reads ${after}`);
    return opened.scan(after, limit, types);
  },
};
const store = await openReadStoreWriter(location);
const builds = await openBuilds(location);
const leases = await openLeases(location);
const small = { batchSize: 10, mostHeld: 60, saveEvery: { events: 30n, ms: 60_000 } };
const parts = { log, sealing, store, builds, leases, holder: "builder", ...small };
const send = (message: { kind: string }) => void (message.kind === "error" && fails(message));
await buildBehind({ projections: allProjections, nearby: 0n, send, signal: new AbortController().signal }, parts);
say("done");
process.exit(0);
