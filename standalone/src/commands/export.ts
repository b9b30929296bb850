import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { BackupOptions, BackupSource } from "@attestory/event-store/backup/write-backup.ts";
import { activeGeneration } from "@attestory/event-store/generations.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { masterKeyFile } from "@attestory/event-store/vault/master-key.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { exportFile } from "../backup/export-file.ts";
import { readConfiguration } from "../config.ts";
import { messageOf, number, showProgress } from "./command-output.ts";

const usage = "export [FILE] [--keys=separate]";

/**
 * `attestory export [FILE] [--keys=separate]`: writes a backup to a new file, by default `attestory-<date>.sql` in the current folder.
 * The service may run meanwhile.
 */
export async function exportCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  const configuration = readConfiguration(environment);
  if ("faults" in configuration) return fail(78, configuration.faults.join("; "));
  const { dataDir, masterKey } = configuration.settings;
  try {
    const stores = await openLocalStores({
      dataDir,
      generation: activeGeneration(dataDir),
      readMasterKey: () => masterKey ?? masterKeyFile(dataDir),
      writes: false,
      onFault: (error) => fail(1, error.message),
    });
    await write(request, stores.backupSource);
    await stores.close();
  } catch (error) {
    fail(1, messageOf(error));
  }
}

interface Request {
  file: string;
  keysApart: boolean;
}

async function write({ file, keysApart }: Request, source: BackupSource): Promise<void> {
  const options: BackupOptions = {
    now: new Date(),
    end: await source.log.head(),
    part: keysApart ? "events" : "all",
    onProgress: ({ position, end }) => showProgress(`${number(position)} of ${number(end)}`),
  };
  const { events, keys } = await exportFile(file, source, options);
  showProgress("");
  if (!keysApart) return say(`exported ${number(events)} events and ${number(keys)} keys to ${file}`);
  const apart = await exportFile(keyFileOf(file), source, { ...options, part: "keys" });
  say(`exported ${number(events)} events to ${file}, and ${number(apart.keys)} keys to ${keyFileOf(file)}`);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

const keyFileOf = (file: string) => join(dirname(file), `${basename(file, ".sql")}.keys.sql`);

function parseRequest(args: string[]): Request | { wrong: string } {
  try {
    const { values, positionals } = parseArgs({ args, options: { keys: { type: "string" } }, allowPositionals: true });
    const [file = `attestory-${new Date().toISOString().slice(0, 10)}.sql`, more] = positionals;
    if (more !== undefined) return { wrong: `too many names: ${usage}` };
    if (values.keys !== undefined && values.keys !== "separate")
      return { wrong: `--keys takes only "separate": ${usage}` };
    return { file, keysApart: values.keys === "separate" };
  } catch (error) {
    return { wrong: `${messageOf(error)}: ${usage}` };
  }
}
