import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position, StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import type { ReadableLog } from "../start-stack.ts";
import { call, newPerson } from "./client.ts";

const batch = 1000;
/** The events already read from each log: logs only grow. */
const known = new WeakMap<ReadableLog, StoredEvent[]>();

/** Every event of the log as stored: personal fields are encrypted. */
export async function storedEvents(product: ReadableLog): Promise<readonly StoredEvent[]> {
  const events = known.get(product) ?? [];
  known.set(product, events);
  const newer = await product.readLog((log) => readAfter(log, events.at(-1)?.position ?? 0n));
  const last = events.at(-1)?.position ?? 0n;
  // Another call may have read the same ones in the meantime.
  events.push(...newer.filter(({ position }) => position > last));
  return [...events];
}

async function readAfter(log: EventLog, after: Position): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let position = after; ; ) {
    const read = await log.readAll(position, batch);
    events.push(...read.map(({ stored }) => stored));
    position = events.at(-1)?.position ?? position;
    if (read.length < batch) return events;
  }
}

/** What workers write, or a call once it was answered: it may belong to an earlier test of the same product. */
const streamsByThemselves =
  /^(?:mail|attempts-|logout-|clientCalls-|settlements$|signingKeys$|backups$|notary$|verifications$)|Progress$/;
const typesByThemselves = new Set([
  "SessionSeen",
  "ApiKeyUsed",
  "SnapshotTaken",
  "LogoutRequested",
  "PersonKeyDestroyed",
]);
const comesByItself = ({ stream, type }: StoredEvent) =>
  streamsByThemselves.test(stream) || typesByThemselves.has(type);

/**
 * The events of users' calls, without those written in the background: sent emails, logout tokens and failed calls of applications, uses of
 * sessions and API keys, snapshots, signing keys, destroyed keys, and wrong guesses.
 */
export const facts = async (product: ReadableLog): Promise<StoredEvent[]> =>
  (await storedEvents(product)).filter((event) => !comesByItself(event));

/** Sends a request; returns its response and the events that the log gained meanwhile, without those written in the background. */
export async function when<Response>(
  product: ReadableLog,
  request: () => Promise<Response>,
): Promise<{ response: Response; events: StoredEvent[] }> {
  const before = (await facts(product)).length;
  const response = await request();
  return { response, events: (await facts(product)).slice(before) };
}

/** The types of the events of a stream, in order. */
export const typesIn = async (product: ReadableLog, stream: StreamName): Promise<string[]> =>
  (await facts(product)).filter((event) => event.stream === stream).map(({ type }) => type);

/**
 * The header with which a reader requests an answer that includes everything written so far. A request for a verification email answers
 * with the position of the log's head; for an unknown address it changes nothing.
 */
export async function knowingAll({ url }: { url: string }): Promise<Record<string, string>> {
  const { email } = newPerson();
  const { status, headers } = await call(url, "POST /api/auth/resend-verification", { body: { email } });
  if (status !== 200) throw new Error(`the log's head was asked for, and answered ${status}`);
  return { "x-log-position": headers.get("x-log-position") ?? "" };
}

/** Every file of a data folder that contains one of the forms, with that form's index: `events.db holds form 2`. */
export const filesHolding = (dataDir: string, ...forms: (string | Buffer)[]): string[] =>
  filesOf(dataDir).flatMap(({ name, bytes }) =>
    forms.flatMap((form, index) => (bytes.includes(form) ? [`${name} holds form ${index}`] : [])),
  );

/**
 * The files of a data folder. Another process copies them: a process that closes a file loses all of its locks on it. If that is a database
 * of a product in this process, the next command of `attestory` removes its write-ahead log (sqlite.org/howtocorrupt.html, section 2.2).
 */
export function filesOf(dataDir: string): { name: string; bytes: Buffer }[] {
  const copy = mkdtempSync(join(tmpdir(), "attestory-files-"));
  try {
    execFileSync("cp", ["-R", `${dataDir}/.`, copy]);
    const names = readdirSync(copy, { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => statSync(join(copy, name)).isFile())
      .map((name) => ({ name, bytes: readFileSync(join(copy, name)) }));
  } finally {
    rmSync(copy, { recursive: true });
  }
}
