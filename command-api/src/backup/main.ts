import { openServerGenerations } from "@attestory/event-store/generations/open-server-generations.ts";
import { openStores } from "@attestory/event-store/open-stores.ts";
import {
  eventStoreAddress,
  mongoAddress,
  storeContradictions,
  storeSettings,
  storeVariables,
} from "@attestory/event-store/store-variables.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { readEnvironment } from "@attestory/http/settings/read-environment.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { giveWay } from "@attestory/runtime/give-way.ts";
import { z } from "zod";
import { notaryVariables } from "../notary/notary-variables.ts";
import { runExportCommand } from "./export-command.ts";
import { runGenerationsCommand } from "./generations-command.ts";
import { runImportCommand } from "./import-command.ts";
import { nextKeyMissing, runRotateCommand, useNextKey } from "./rotate-command.ts";
import { runVerifyCommand } from "./verify-command.ts";

// Only the owner can read the files that a command creates.
process.umask(0o077);

/**
 * `node command-api/src/backup/main.ts export`, `verify`, `import`, `generations` and `rotate-master-key`: the commands of `attestory`, on
 * servers. Does not wait for an unavailable server.
 */
const commands: Record<string, (args: string[]) => Promise<void>> = {
  export: (args) => {
    giveWay();
    return runExportCommand({ args, open: async () => openStores(readLocation()), fail });
  },
  verify: (args) => {
    giveWay();
    return runVerifyCommand({ args, open: async () => openStores(readLocation()), fail });
  },
  import: (args) => runImportCommand({ args, open: openImport, fail }),
  generations: (args) => runGenerationsCommand({ args, open: () => openGenerations(), fail }),
  "rotate-master-key": (args) => {
    giveWay();
    return runRotateCommand({ args, open: openRotation, fail });
  },
};
const [name = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) await command(args);
else fail(64, `there are ${Object.keys(commands).join(", ")}`);

async function openImport() {
  const location = readLocation();
  const { masterKeys, checkpointFile } = location;
  return { ...(await openGenerations(location)), ownKeys: () => masterKeys, checkpointFile };
}

async function openGenerations(location = readLocation()) {
  // Servers do not tell who uses them. Processes that run notice another generation, and stop.
  const hold = () => ({ release() {} });
  return { generations: await openServerGenerations(location), hold };
}

async function openRotation() {
  const location = readLocation();
  if (location.masterKeys.length < 2) return fail(78, nextKeyMissing);
  const generations = await openServerGenerations(location);
  return {
    generations,
    masterKey: masterKey(...location.masterKeys),
    finish: () => useNextKey,
    close: () => generations.close(),
  };
}

function readLocation() {
  const schema = z.object({
    ...storeVariables,
    READ_STORE: mongoAddress,
    EVENT_LOG_ADMIN: eventStoreAddress.optional(),
    CHECKPOINT_FILE: notaryVariables.CHECKPOINT_FILE,
  });
  const read = readEnvironment(process.env, schema, storeContradictions);
  if ("faults" in read) return fail(78, read.faults.join("; "));
  return {
    ...storeSettings(read.parsed),
    readStore: read.parsed.READ_STORE,
    checkpointFile: read.parsed.CHECKPOINT_FILE ?? null,
    eventLogAdmin: read.parsed.EVENT_LOG_ADMIN,
    reportError: (message: string, error: unknown) =>
      fail(1, `${message}: ${error instanceof Error ? error.message : String(error)}`),
  };
}
