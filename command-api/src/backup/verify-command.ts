import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { readBackup } from "@attestory/event-store/backup/read-backup.ts";
import { isSignedBy } from "@attestory/event-store/backup/signature.ts";
import { openCheckpoint, type TreeHead } from "@attestory/event-store/notary/checkpoint.ts";
import { type LogPage, logPages } from "@attestory/event-store/notary/log-pages.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import { type NoteKey, readVerifierKey, verifierKey } from "@attestory/event-store/notary/signed-note.ts";
import { faultText, TreeCheck, type TreeFault } from "@attestory/event-store/notary/tree-check.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import type { StoredEvent } from "@attestory/events/envelope.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { createProgress } from "@attestory/runtime/command-line/show-progress.ts";
import { type BackupCommand, CommandFailure, exitCodeOf } from "./backup-command.ts";
import { messageOf, number } from "./command-output.ts";

export const verifyUsage = "verify [FILE] [--key KEY] [--checkpoint FILE]";

type VerifyParts = Pick<Stores, "log" | "keyring" | "close">;

/**
 * `verify [FILE] [--key KEY] [--checkpoint FILE]`: checks the log, or a backup in FILE, against its checkpoints and those that were kept
 * elsewhere. A backup with KEY needs nothing but the file. The service may run meanwhile.
 */
export async function runVerifyCommand({ args, open, fail }: BackupCommand<VerifyParts>): Promise<void> {
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, `${request.wrong}: ${verifyUsage}`);
  const { file, key } = request;
  try {
    if (file !== null && key !== null) return await verify(filePages(file), request, key);
    const stores = await open();
    await verify(
      file === null ? logPages(stores.log, pageSize) : filePages(file),
      request,
      key ?? notaryKey(stores.keyring),
    );
    await stores.close();
  } catch (error) {
    fail(exitCodeOf(error), messageOf(error));
  }
}

/** @throws CommandFailure if anything is not as it was signed */
async function verify(
  pages: AsyncIterable<LogPage>,
  { file, checkpoints: files }: Request,
  key: NoteKey,
): Promise<void> {
  const what = file === null ? "the log" : basename(file);
  const kept = await Promise.all(files.map((file) => readCheckpoint(file, key)));
  const check = new TreeCheck(key, kept);
  const progress = createProgress();
  try {
    for await (const { events, end } of pages) {
      for (const event of events) refuse(check.add(event), event);
      const done = Number(events.at(-1)?.position ?? 0n);
      progress.show({ what: `Verifying ${what}`, unit: "events", done, total: Number(end) });
    }
    refuse(check.finish(), null);
  } finally {
    progress.end();
  }
  const { events, checkpoints, covered } = check;
  const uncovered = events - covered;
  say(`signed by ${verifierKey(key)}`);
  if (uncovered > 0) say(`in no checkpoint yet: the newest ${counted(uncovered, "event")}`);
  say(`verified ${counted(events, "event")}, ${counted(checkpoints + kept.length, "checkpoint")}`);
}

function refuse(fault: TreeFault | null, event: StoredEvent | null): void {
  if (fault) throw new CommandFailure(faultText(fault) + (event ? ` (position ${event.position})` : ""));
}

/** @throws BackupFault */
async function* filePages(file: string): AsyncGenerator<LogPage> {
  for await (const { manifest, events, end } of readBackup(createReadStream(file))) {
    if (manifest.part === "keys") throw new CommandFailure("this file has only keys: give the file with the events");
    yield { events: events.map(({ content }) => content), end: BigInt(manifest.position) };
    if (end && !isSignedBy(manifest.publicKey, end.digest, end.closing.signature)) {
      throw new CommandFailure("the signature of the file is wrong: the file was changed");
    }
  }
}

async function readCheckpoint(file: string, key: NoteKey): Promise<TreeHead> {
  const head = openCheckpoint(await readFile(file, "utf8"), key);
  if (!head) throw new CommandFailure(`${file} is no checkpoint that ${key.name} has signed`);
  return head;
}

const counted = (count: number, what: string) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;
const pageSize = 1000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Request {
  /** Null: the log. */
  file: string | null;
  /** Null: that of the service. */
  key: NoteKey | null;
  checkpoints: readonly string[];
}

function parseRequest(args: string[]): Request | { wrong: string } {
  const read = readArguments(args, { key: { type: "string" }, checkpoint: { type: "string", multiple: true } });
  if ("wrong" in read) return read;
  const [file = null, more] = read.positionals;
  if (more !== undefined) return { wrong: "too many names" };
  const { key: word, checkpoint: checkpoints = [] } = read.values;
  const key = word === undefined ? null : readVerifierKey(word);
  if (word !== undefined && !key) return { wrong: "--key takes a key as verify and the dashboard show it" };
  return { file, key, checkpoints };
}
