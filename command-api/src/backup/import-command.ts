import { parseArgs } from "node:util";
import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { type BackupCommand, exitCodeOf, type GenerationsParts } from "./backup-command.ts";
import { messageOf, number, showProgress } from "./command-output.ts";
import { type Imported, importBackup } from "./import-backup.ts";
import type { Lost } from "./lost-since.ts";

const usage = "import FILE [KEYFILE] [--dry-run] [--foreign] [--without-admin]";

/**
 * `import FILE [KEYFILE] [--dry-run] [--foreign] [--without-admin]`: makes a backup the service's data. The service must be stopped. What
 * it had is kept as an earlier generation. If anything is wrong with the file, nothing changes.
 */
export async function runImportCommand(command: BackupCommand<GenerationsParts & { masterKey: Buffer }>) {
  const { args, open, fail } = command;
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  try {
    const { generations, masterKey, hold } = await open();
    const held = hold();
    const imported = await importBackup({
      ...request,
      generations,
      masterKey,
      now: new Date(),
      by: null,
      onProgress: (events) => showProgress(`${number(events)} events`),
    });
    showProgress("");
    process.stdout.write(report(imported, request.dryRun));
    held.release();
    await generations.close();
  } catch (error) {
    showProgress("");
    fail(exitCodeOf(error), `${messageOf(error)}${acceptedBy(error)}. Nothing was changed`);
  }
}

const acceptedBy = (error: unknown): string =>
  error instanceof BackupFault && error.acceptable ? `: --${error.acceptable} takes it nevertheless` : "";

function report({ generation, manifest, lost, ...restored }: Imported, dryRun: boolean): string {
  const { events, keys, newest, stillErased } = restored;
  const lines = [
    `the backup was taken at ${manifest.takenAt}; its newest event is of ${newest ? new Date(newest.recordedAt).toISOString() : "no time"}`,
    ...(lost ? [lostLine(lost)] : []),
    ...(stillErased.length > 0 ? [`erased since the backup, and still erased: ${number(stillErased.length)}`] : []),
    dryRun
      ? `checked ${number(events)} events and ${number(keys)} keys: the file can be imported. Nothing was changed`
      : `imported ${number(events)} events and ${number(keys)} keys as generation ${generation}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

const lostLine = ({ since, events, accounts }: Lost): string =>
  since === null
    ? `the present data is another history, which is replaced whole: events ${number(events)}, accounts ${number(accounts)}`
    : `newer than the backup, and not in it: events ${number(events)}, accounts ${number(accounts)}`;

function parseRequest(args: string[]) {
  try {
    const options = { "dry-run": flag, foreign: flag, "without-admin": flag };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, keyFile, more] = positionals;
    if (file === undefined || more !== undefined) return { wrong: usage };
    return { file, keyFile, dryRun: values["dry-run"], foreign: values.foreign, withoutAdmin: values["without-admin"] };
  } catch (error) {
    return { wrong: `${messageOf(error)}: ${usage}` };
  }
}

const flag = { type: "boolean", default: false } as const;
