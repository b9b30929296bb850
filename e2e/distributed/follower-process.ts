import { randomUUID } from "node:crypto";
import { flushCompileCache } from "node:module";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import { type Checkpoints, type FollowerParts, follow } from "@attestory/projections/follower/follower.ts";
import { followLeased } from "@attestory/projections/follower/leased-follower.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { openLeases, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";

/**
 * Projects the log of a data folder into the read store of a server, beside the process that writes the log, and prints a line after
 * each batch. With a fourth argument it shares the partitions with others, and prints which of `users` are its own.
 */
const [dataDir = "", key = "", url = "", leased] = process.argv.slice(2);
const fails = (what: unknown) => {
  process.stderr.write(`${JSON.stringify(what)}\n`);
  process.exit(1);
};
const never = new AbortController().signal;

const log = await openEventLog({ dataDir, generation: 1, writes: false, onFault: fails });
const vault = await openVault({ dataDir, generation: 1, writes: false, onFault: fails });
const sealing = createSealing(await openKeyring(vault, masterKey(Buffer.from(key, "base64")), log));
const store = await openReadStoreWriter({ url, generation: 1 });
const say = (line: string) => process.stdout.write(`${line}\n`);
// Node.js saves what it compiled when a process ends by itself, but tests kill this one.
flushCompileCache();
const parts: FollowerParts = {
  log,
  sealing,
  store,
  onProgress: (positions) => void say([...positions].join(" ")),
  onFault: fails,
  reportError: (error) => void process.stderr.write(`${error}\n`),
};

if (leased) {
  const leases = await openLeases({ url, generation: 1 });
  const onStart = (from: Checkpoints) => {
    const partitions = [...from.keys()].find(({ name }) => name === users.name)?.partitions;
    say(`leads ${partitions ?? "all"} from ${from.values().next().value}`);
  };
  const callbacks = { onStart, onEnd: () => say("follows") };
  const { ended } = followLeased(allProjections, { ...parts, ...callbacks, leases, holder: randomUUID() }, never);
  say("begun");
  await ended;
} else {
  const standing: Checkpoints = new Map();
  for (const projection of allProjections) standing.set(projection, await store.checkpoint(projection.name));
  // From here on it waits through any outage of the server.
  say("begun");
  await follow(standing, parts, never);
}
