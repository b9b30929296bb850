import { statSync } from "node:fs";
import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { masterKeys } from "@attestory/event-store/vault/master-key.ts";
import { readMasterKeys } from "@attestory/event-store/vault/master-key-file.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { createProgress } from "@attestory/runtime/command-line/show-progress.ts";
import { z } from "zod";
import { erasureLedgerFile } from "../notary/erasure-ledger-file.ts";
import { type BackupCommand, exitCodeOf, type GenerationsParts } from "./backup-command.ts";
import { messageOf, number } from "./command-output.ts";
import { type BackupImport, type Imported, importBackup } from "./import-backup.ts";
import type { Lost } from "./lost-since.ts";

const usage =
  "import FILE [KEYFILE] [--until TIME] [--dry-run] [--foreign] [--erased FILE] [--without-admin] [--master-key FILE]";

interface OwnParts {
  /** The master keys of the service, the newest first. */
  ownKeys(): readonly Uint8Array[];
  /** `CHECKPOINT_FILE`. */
  checkpointFile: string | null;
}

/**
 * `import`, with the arguments of `usage`: makes a backup, or what it has until then, the service's data. The service must be stopped. What it
 * had is kept as an earlier generation. If anything is wrong with the file, nothing changes.
 */
export async function runImportCommand(command: BackupCommand<GenerationsParts & OwnParts>) {
  const { args, open, fail } = command;
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  const progress = createProgress();
  try {
    const { generations, ownKeys, checkpointFile, hold } = await open();
    const keysOfBackup = request.masterKeyFile === undefined ? [] : readMasterKeys(request.masterKeyFile);
    const erased = request.erased ?? (request.foreign ? undefined : ledgerBeside(checkpointFile));
    if (erased !== undefined && !exists(erased)) throw new BackupFault(null, `there is no erasure ledger ${erased}`);
    const held = hold();
    const imported = await importBackup({
      ...request,
      erased,
      generations,
      masterKey: () => masterKeys(() => [...ownKeys(), ...keysOfBackup]),
      now: new Date(),
      by: null,
      onProgress: (events) => progress.show({ what: "Checking the backup", unit: "events", done: events, total: null }),
    }).finally(held.release);
    progress.end();
    process.stdout.write(report(imported, { ...request, erased }));
    await generations.close();
  } catch (error) {
    progress.end();
    fail(exitCodeOf(error), `${messageOf(error)}${acceptedBy(error)}. Nothing was changed`);
  }
}

/** @throws if that cannot be told */
const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

/** The ledger that the service has written, if it has. */
function ledgerBeside(checkpointFile: string | null): string | undefined {
  const file = checkpointFile === null ? null : erasureLedgerFile(checkpointFile);
  return file !== null && exists(file) ? file : undefined;
}

function acceptedBy(error: unknown): string {
  if (!(error instanceof BackupFault && error.acceptable)) return "";
  if (error.acceptable === "master-key") return ": give the file that has its key with --master-key FILE";
  return `: --${error.acceptable} takes it nevertheless`;
}

function report(imported: Imported, { erased, dryRun }: Pick<BackupImport, "erased" | "dryRun">): string {
  const { generation, manifest, lost, ...restored } = imported;
  const { events, keys, newest, stillErased } = restored;
  const lines = [
    `the backup was taken at ${manifest.takenAt}; its newest event is of ${newest ? new Date(newest.recordedAt).toISOString() : "no time"}`,
    ...(lost ? [lostLine(lost)] : []),
    ...(stillErased.length > 0 ? [`erased since the backup, and still erased: ${number(stillErased.length)}`] : []),
    // The log of before, if it is of the same service, would know.
    ...(lost?.since || erased
      ? []
      : ["without an erasure ledger: anyone who was erased since the backup is there again"]),
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
  const options = {
    until: { type: "string" },
    "dry-run": flag,
    foreign: flag,
    "without-admin": flag,
    erased: { type: "string" },
    "master-key": { type: "string" },
  } as const;
  const read = readArguments(args, options);
  if ("wrong" in read) return { wrong: `${read.wrong}: ${usage}` };
  const [file, keyFile, more] = read.positionals;
  if (file === undefined || more !== undefined) return { wrong: usage };
  const {
    foreign,
    erased,
    "dry-run": dryRun,
    "without-admin": withoutAdmin,
    "master-key": masterKeyFile,
    until: time,
  } = read.values;
  const until = time === undefined ? undefined : instant.safeParse(time);
  if (until?.success === false) return { wrong: "--until must be a time such as 2026-11-19T18:00:00Z" };
  return { file, keyFile, until: until && new Date(until.data), dryRun, foreign, erased, withoutAdmin, masterKeyFile };
}

const instant = z.iso.datetime({ offset: true });
const flag = { type: "boolean", default: false } as const;
