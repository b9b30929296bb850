import { createHash } from "node:crypto";
import type { StoredEvent } from "@attestory/events/envelope.ts";
import type { VaultEntry } from "../vault/vault.ts";
import { BackupFault } from "./backup-fault.ts";
import { begin, comment, commit, eventTable, firstLine, keyTable, readEventLine, readKeyLine } from "./grammar.ts";
import { backupFormat, type Closing, closing, type Manifest, manifest } from "./manifest.ts";
import { splitLines } from "./split-lines.ts";

export interface Line<Content> {
  /** From 1. */
  line: number;
  content: Content;
}

/** The next part of a backup: keys by kind and name, and after all of them events by position. */
export interface BackupPart {
  manifest: Manifest;
  keys: Line<VaultEntry>[];
  events: Line<StoredEvent>[];
  /** Of the last part: what the file ends with, and the SHA-256 of all before it. */
  end: { closing: Closing; digest: Buffer } | null;
}

/** Reads the file in one pass, in memory that does not depend on its size. Nothing in it is ever run. @throws BackupFault */
export async function* readBackup(file: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const reader = new Reader();
  for await (const lines of splitLines(file)) {
    for (const line of lines) {
      // What is wrong with a line of its own is said before that the checksum is wrong.
      if (reader.isAtEnd) yield* reader.part();
      reader.read(line);
    }
    yield* reader.part();
  }
  reader.end();
}

/** The manifest of a file that may be anything. @throws BackupFault */
export async function readManifest(file: AsyncIterable<Uint8Array>): Promise<Manifest> {
  for await (const { manifest } of readBackup(file)) return manifest;
  throw new BackupFault(null, "the file is empty");
}

type State = "start" | "manifest" | "tables" | "rows" | "committed" | "closed";

const hasKeys = ({ part, keys }: Manifest): boolean => part === "keys" || keys === "included";

class Reader {
  #state: State = "start";
  #line = 0;
  readonly #digest = createHash("sha256");
  #tables: string[] = [];
  #manifest: Manifest | null = null;
  #events = 0;
  #keys = 0;
  #position = 0n;
  #keyName = "";
  #part: Omit<BackupPart, "manifest"> = { keys: [], events: [], end: null };

  readonly #take: Record<State, (line: string) => void> = {
    start: (line) => this.#start(line),
    manifest: (line) => this.#begin(line),
    tables: (line) => this.#table(line),
    rows: (line) => this.#row(line),
    committed: (line) => this.#close(line),
    closed: () => {
      throw this.#fault("there is more after the last line");
    },
  };

  read(line: string): void {
    this.#line++;
    if (this.#state !== "committed" && this.#state !== "closed") this.#digest.update(line).update("\n");
    this.#take[this.#state](line);
  }

  /** Whether the next line is the last one. */
  get isAtEnd(): boolean {
    return this.#state === "committed";
  }

  /** What was read since the last call; nothing before the manifest. */
  *part(): Generator<BackupPart> {
    if (!this.#manifest) return;
    const part = { manifest: this.#manifest, ...this.#part };
    this.#part = { keys: [], events: [], end: null };
    yield part;
  }

  end(): void {
    if (this.#state !== "closed") throw this.#fault("the file ends before its last line");
  }

  #fault(reason: string): BackupFault {
    return new BackupFault(this.#line, reason);
  }

  #start(line: string): void {
    if (line !== firstLine) throw this.#fault("this is not a backup of Attestory");
    this.#state = "manifest";
  }

  #begin(line: string): void {
    const found = this.#comment(line);
    const format = found !== null && typeof found === "object" && "format" in found ? found.format : null;
    if (typeof format === "number" && format > backupFormat) {
      throw this.#fault(`a newer release wrote the file, in format ${format}; this release reads ${backupFormat}`);
    }
    const parsed = manifest.safeParse(found);
    if (!parsed.success || format !== backupFormat) throw this.#fault("this is not the manifest of a backup");
    this.#manifest = parsed.data;
    this.#tables = [
      ...(hasKeys(parsed.data) ? [keyTable] : []),
      ...(parsed.data.part === "events" ? [eventTable] : []),
    ];
    this.#state = "tables";
  }

  #table(line: string): void {
    const due = this.#tables.shift() ?? begin;
    if (line !== due) throw this.#fault("this is not the statement that a backup has here");
    if (due === begin) this.#state = "rows";
  }

  #row(line: string): void {
    if (line === commit) this.#state = "committed";
    else if (!this.#addKey(line) && !this.#addEvent(line)) {
      throw this.#fault("this is neither a key nor an event in the form that a backup has here");
    }
  }

  #addKey(line: string): boolean {
    if (this.#events > 0 || !this.#manifest || !hasKeys(this.#manifest)) return false;
    const content = readKeyLine(line);
    if (!content) return false;
    const name = `${content.kind}:${content.name}`;
    if (name <= this.#keyName) throw this.#fault("the keys are not in their order");
    this.#keyName = name;
    this.#keys++;
    this.#part.keys.push({ line: this.#line, content });
    return true;
  }

  #addEvent(line: string): boolean {
    const content = this.#manifest?.part === "events" ? readEventLine(line) : null;
    if (!content || !this.#manifest) return false;
    const { position } = content;
    if (position <= this.#position) throw this.#fault(`position ${position} follows ${this.#position}`);
    if (position > BigInt(this.#manifest.position)) throw this.#fault("this is after the end that the manifest names");
    this.#position = position;
    this.#events++;
    this.#part.events.push({ line: this.#line, content });
    return true;
  }

  /** In the one form in which a backup has it: no checksum covers the last line, so a key that stands there twice would go unnoticed. */
  #comment(line: string): unknown {
    if (!line.startsWith(comment)) throw this.#fault("this should be a comment");
    const text = line.slice(comment.length);
    const found = this.#json(text);
    if (JSON.stringify(found) !== text) throw this.#fault("this is not JSON in the form that a backup has here");
    return found;
  }

  #json(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#fault("this is not JSON");
    }
  }

  #close(line: string): void {
    const parsed = closing.safeParse(this.#comment(line));
    if (!parsed.success) throw this.#fault("this is not the end of a backup");
    const { events, keys, sha256 } = parsed.data;
    if (events !== this.#events) throw this.#fault(`the file should hold ${events} events, and holds ${this.#events}`);
    if (keys !== this.#keys) throw this.#fault(`the file should hold ${keys} keys, and holds ${this.#keys}`);
    const digest = this.#digest.digest();
    if (digest.toString("hex") !== sha256) throw this.#fault("the checksum is wrong: the file was changed or damaged");
    this.#state = "closed";
    this.#part.end = { closing: parsed.data, digest };
  }
}
