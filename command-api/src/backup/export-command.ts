import { basename, dirname, join } from "node:path";
import type { BackupOptions, BackupSource } from "@attestory/event-store/backup/write-backup.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { createProgress } from "@attestory/runtime/command-line/show-progress.ts";
import { type BackupCommand, exitCodeOf } from "./backup-command.ts";
import { messageOf, number } from "./command-output.ts";
import { exportFile } from "./export-file.ts";

const usage = "export [FILE] [--keys=separate]";

/**
 * `export [FILE] [--keys=separate]`: writes a backup to a new file, by default `attestory-<date>.sql` in the current folder. The service
 * may run meanwhile.
 */
export async function runExportCommand(command: BackupCommand<Pick<Stores, "backupSource" | "close">>): Promise<void> {
  const { args, open, fail } = command;
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  try {
    const stores = await open();
    await write(request, stores.backupSource);
    await stores.close();
  } catch (error) {
    fail(exitCodeOf(error), messageOf(error));
  }
}

interface Request {
  file: string;
  keysApart: boolean;
}

async function write({ file, keysApart }: Request, source: BackupSource): Promise<void> {
  const progress = createProgress();
  const options: BackupOptions = {
    now: new Date(),
    end: await source.log.head(),
    part: keysApart ? "events" : "all",
    onProgress: ({ position, end }) =>
      progress.show({ what: `Writing ${basename(file)}`, unit: "events", done: Number(position), total: Number(end) }),
  };
  const { events, keys } = await exportFile(file, source, options).finally(() => progress.end());
  if (!keysApart) return say(`exported ${number(events)} events and ${number(keys)} keys to ${file}`);
  const apart = await exportFile(keyFileOf(file), source, { ...options, part: "keys" });
  say(`exported ${number(events)} events to ${file}, and ${number(apart.keys)} keys to ${keyFileOf(file)}`);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

const keyFileOf = (file: string) => join(dirname(file), `${basename(file, ".sql")}.keys.sql`);

function parseRequest(args: string[]): Request | { wrong: string } {
  const read = readArguments(args, { keys: { type: "string" } });
  if ("wrong" in read) return { wrong: `${read.wrong}: ${usage}` };
  const { values, positionals } = read;
  const [file = `attestory-${new Date().toISOString().slice(0, 10)}.sql`, more] = positionals;
  if (more !== undefined) return { wrong: `too many names: ${usage}` };
  if (values.keys !== undefined && values.keys !== "separate")
    return { wrong: `--keys takes only "separate": ${usage}` };
  return { file, keysApart: values.keys === "separate" };
}
