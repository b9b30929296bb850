import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { createProgress } from "@attestory/runtime/command-line/show-progress.ts";
import { z } from "zod";
import { type BackupCommand, exitCodeOf, type GenerationsParts } from "./backup-command.ts";
import { messageOf, number } from "./command-output.ts";
import { type Imported, importBackup } from "./import-backup.ts";
import type { Lost } from "./lost-since.ts";

const usage = "import FILE [KEYFILE] [--until TIME] [--dry-run] [--foreign] [--without-admin]";

/**
 * `import FILE [KEYFILE] [--until TIME] [--dry-run] [--foreign] [--without-admin]`: makes a backup, or what it has until then, the
 * service's data. The service must be stopped. What it had is kept as an earlier generation. If anything is wrong with the file, nothing
 * changes.
 */
export async function runImportCommand(command: BackupCommand<GenerationsParts & { masterKey: Buffer }>) {
  const { args, open, fail } = command;
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  const progress = createProgress();
  try {
    const { generations, masterKey, hold } = await open();
    const held = hold();
    const imported = await importBackup({
      ...request,
      generations,
      masterKey,
      now: new Date(),
      by: null,
      onProgress: (events) => progress.show({ what: "Checking the backup", unit: "events", done: events, total: null }),
    }).finally(held.release);
    progress.end();
    process.stdout.write(report(imported, request.dryRun));
    await generations.close();
  } catch (error) {
    progress.end();
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

function lostLine({ since, events, accounts, applications, consents }: Lost): string {
  const what =
    since === null
      ? "the present data is another history, which is replaced whole"
      : "newer than the backup, and not in it";
  const parts = { events, accounts, applications, consents };
  return `${what}: ${Object.entries(parts)
    .map(([name, count]) => `${name} ${number(count)}`)
    .join(", ")}`;
}

function parseRequest(args: string[]) {
  const options = { until: { type: "string" }, "dry-run": flag, foreign: flag, "without-admin": flag } as const;
  const read = readArguments(args, options);
  if ("wrong" in read) return { wrong: `${read.wrong}: ${usage}` };
  const [file, keyFile, more] = read.positionals;
  if (file === undefined || more !== undefined) return { wrong: usage };
  const { foreign, "dry-run": dryRun, "without-admin": withoutAdmin, until: time } = read.values;
  const until = time === undefined ? undefined : instant.safeParse(time);
  if (until?.success === false) return { wrong: "--until must be a time such as 2026-11-19T18:00:00Z" };
  return { file, keyFile, until: until && new Date(until.data), dryRun, foreign, withoutAdmin };
}

const instant = z.iso.datetime({ offset: true });
const flag = { type: "boolean", default: false } as const;
