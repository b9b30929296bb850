import { createHash, type Hash } from "node:crypto";
import type { Position } from "@attestory/events/envelope.ts";
import type { EventLog } from "../log/event-log.ts";
import { release } from "../release.ts";
import type { Keyring } from "../vault/keyring.ts";
import { type MasterKey, wrapName } from "../vault/master-key.ts";
import { wrappingMark } from "../vault/rotate-master-key.ts";
import type { Vault, VaultEntry } from "../vault/vault.ts";
import { begin, comment, commit, eventLine, eventTable, firstLine, keyLine, keyTable } from "./grammar.ts";
import { backupFormat, type Closing, type Manifest } from "./manifest.ts";
import { backupSigner } from "./signature.ts";

export interface BackupSource {
  log: Pick<EventLog, "generation" | "head" | "readStored">;
  vault: Pick<Vault, "entries" | "personKeys" | "secret">;
  keyring: Pick<Keyring, "hmac">;
  masterKey: MasterKey;
}

/** How a backup goes: events so far, and the position of the log where it will end. */
export interface BackupProgress {
  events: number;
  position: Position;
  end: Position;
}

export interface BackupOptions {
  now: Date;
  /** Which part of the backup is written. By default everything in one file. */
  part?: "all" | "events" | "keys";
  /** The cut, when the two parts are written one after the other; by default the head of the log. */
  end?: Position;
  onProgress?: (progress: BackupProgress) => void;
}

const pageSize = 1000;

/** Text with its digest so far. */
class Body {
  readonly #digest: Hash = createHash("sha256");
  events = 0;
  keys = 0;

  lines(lines: readonly string[]): Buffer {
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    this.#digest.update(bytes);
    return bytes;
  }

  /** Call it once, at the end. */
  digest(): Buffer {
    return this.#digest.digest();
  }
}

/**
 * The backup in UTF-8, in pieces of about a thousand lines: one consistent cut of the log, and the keys. It may be taken while events are
 * appended, as often and by as many as want to. Memory does not depend on the size of the log.
 *
 * The keys are read once the end is known: a key exists before the first event that needs it. They come first, so that an import can
 * check each event as it reads it. All are wrapped with one master key, also while it is being rotated.
 */
export async function* writeBackup(source: BackupSource, options: BackupOptions): AsyncGenerator<Buffer, Closing> {
  const { log, vault, keyring, masterKey } = source;
  const { part = "all", onProgress } = options;
  const end = options.end ?? (await log.head());
  const signer = backupSigner(keyring);
  const body = new Body();
  const mark = (await wrappingMark(vault)) ?? masterKey.mark;
  yield body.lines([
    firstLine,
    comment + JSON.stringify(manifestOf(log, { part, end, publicKey: signer.publicKey, now: options.now, mark })),
    ...(part === "events" ? [] : [keyTable]),
    ...(part === "keys" ? [] : [eventTable]),
    begin,
  ]);
  if (part !== "events") yield* keyPieces(source, { body, mark });
  if (part !== "keys") yield* eventPieces(log, { body, end, onProgress });
  yield body.lines([commit]);
  const digest = body.digest();
  const { events, keys } = body;
  const closing: Closing = { events, keys, sha256: digest.toString("hex"), signature: signer.sign(digest) };
  yield Buffer.from(`${comment}${JSON.stringify(closing)}\n`);
  return closing;
}

interface ManifestParts {
  part: "all" | "events" | "keys";
  end: Position;
  publicKey: string;
  now: Date;
  mark: string;
}

function manifestOf({ generation }: BackupSource["log"], { part, end, publicKey, now, mark }: ManifestParts): Manifest {
  return {
    format: backupFormat,
    generation,
    position: String(end),
    release,
    takenAt: now.toISOString(),
    masterKey: mark,
    keys: part === "all" ? "included" : "separate",
    part: part === "keys" ? "keys" : "events",
    publicKey,
  };
}

interface EventPieces {
  body: Body;
  end: Position;
  onProgress: BackupOptions["onProgress"];
}

async function* eventPieces(log: BackupSource["log"], { body, end, onProgress }: EventPieces) {
  for (let after = 0n; after < end; ) {
    const page = await log.readStored(after, pageSize);
    const events = page.filter(({ position }) => position <= end);
    if (events.length === 0) throw new Error(`the log ended at position ${after}, before ${end}`);
    body.events += events.length;
    yield body.lines(events.map(eventLine));
    after = page.at(-1)?.position ?? end;
    onProgress?.({ events: body.events, position: after < end ? after : end, end });
  }
}

async function* keyPieces({ vault, masterKey }: BackupSource, { body, mark }: { body: Body; mark: string }) {
  const wrapped = (entry: VaultEntry): VaultEntry => {
    const { kind, name, key } = entry;
    return key === "erased" ? entry : { ...entry, key: masterKey.rewrap(wrapName[kind](name), key, mark) ?? key };
  };
  for (let page = await vault.entries(null, pageSize); page.length > 0; ) {
    body.keys += page.length;
    yield body.lines(page.map((entry) => keyLine(wrapped(entry))));
    page = await vault.entries(page.at(-1) ?? null, pageSize);
  }
}
