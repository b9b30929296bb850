import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { hasEventAt } from "@attestory/event-store/log/replaced-log.ts";
import { scanToEnd } from "@attestory/event-store/log/scan-to-end.ts";
import { signErasureLedger } from "@attestory/event-store/notary/erasure-ledger.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { deduplicated } from "@attestory/runtime/deduplicated-log.ts";
import { untilClosed } from "@attestory/runtime/until-closed.ts";
import { type LedgerPlace, readErasureLedger } from "./erasure-ledger-file.ts";
import { replacePublished } from "./published-file.ts";

interface LedgerParts extends LedgerPlace {
  log: EventLog;
  keyring: Keyring;
  sealing: Sealing;
  now: Clock;
  reportError(error: unknown): void;
}

const types: ReadonlySet<string> = new Set(["PersonErased"]);
/** So often the position is written without an erasure, too: the next start reads what came since. Positions themselves count no events. */
const positionEveryMs = 3_600_000;
const betweenWritesMs = 1000;

/**
 * Keeps the ledger's file as new as the log. If the log is another one than that of the file, because it was restored, everyone in the file
 * is erased again. Safe to run in several processes at once, and to interrupt anywhere.
 */
export const keepErasureLedger = (parts: LedgerParts): { close(): Promise<void> } =>
  untilClosed((signal) => work(parts, signal));

async function work(parts: LedgerParts, signal: AbortSignal): Promise<void> {
  const reportOnce = deduplicated(parts.reportError);
  for (let failures = 0; !signal.aborted; ) {
    try {
      let written = await bringUpToDate(parts, signal);
      let writtenAt = performance.now();
      failures = 0;
      for await (const events of parts.log.follow(written, signal, types)) {
        const isLongAgo = performance.now() - writtenAt >= positionEveryMs;
        if (!isLongAgo && !haveErasure(events, written)) continue;
        written = await bringUpToDate(parts, signal);
        writtenAt = performance.now();
        // Who is erased meanwhile is written together.
        await pause(betweenWritesMs, signal);
      }
    } catch (error) {
      reportOnce(error);
      await pause(backoffMs(++failures), signal);
    }
  }
}

const haveErasure = (events: readonly RecordedEvent[], written: bigint): boolean =>
  events.some(({ type, position }) => position > written && type === "PersonErased");

/** Returns the position up to which the file has what the log has. */
async function bringUpToDate(parts: LedgerParts, signal: AbortSignal): Promise<bigint> {
  const { log, file, key } = parts;
  const published = await readErasureLedger(parts);
  const { generation } = log;
  const isOfThisLog =
    published?.generation === generation && (await hasEventAt(log, published.position, published.eventId));
  if (published && !isOfThisLog) await eraseAgain(published.personIds, parts, signal);
  const from = isOfThisLog ? published : { position: 0n, eventId: null };
  const personIds = new Set(published?.personIds);
  const { position, eventId } = await readOn(personIds, { log, from, signal });
  if (signal.aborted) return position;
  const isNew = !isOfThisLog || position > published.position;
  if (isNew && eventId)
    await replacePublished(file, signErasureLedger({ generation, position, eventId, personIds }, key));
  return position;
}

async function eraseAgain(personIds: Iterable<string>, parts: LedgerParts, signal: AbortSignal): Promise<void> {
  for (const personId of personIds) {
    if (signal.aborted) return;
    await destroyPersonKey({ ...parts, now: parts.now() }, personId);
  }
}

interface Reading {
  log: Pick<EventLog, "scan">;
  /** The id of the event there; null before the first. */
  from: { position: bigint; eventId: string | null };
  signal: AbortSignal;
}

/** Adds who was erased after a position. Returns that of the newest event. */
async function readOn(personIds: Set<string>, { log, from, signal }: Reading): Promise<Reading["from"]> {
  let { position, eventId } = from;
  for await (const { events, checkedUpTo, lastId } of scanToEnd(log, { after: position, types, signal })) {
    for (const event of events) if (event.type === "PersonErased") personIds.add(event.data.userId);
    position = checkedUpTo;
    eventId = lastId;
  }
  return { position, eventId };
}
