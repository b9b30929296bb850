import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { erasureStream } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { deduplicated } from "@attestory/runtime/deduplicated-log.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { untilClosed } from "@attestory/runtime/until-closed.ts";
import { type EventLog, VersionConflict } from "../log/event-log.ts";
import { systemEvent } from "../log/system-event.ts";
import type { Keyring } from "./keyring.ts";
import type { Sealing } from "./sealing.ts";

/**
 * The same log; following it also lets the keyring forget the keys that were destroyed. So every process and thread forgets them,
 * however many keyrings there are.
 */
export function forgettingLog(log: EventLog, keyring: Pick<Keyring, "forgetPerson">): EventLog {
  const forget = (event: RecordedEvent) => {
    if (event.type === "PersonKeyDestroyed") keyring.forgetPerson(event.data.personId);
  };
  return {
    generation: log.generation,
    read: (...asked) => log.read(...asked),
    append: (...asked) => log.append(...asked),
    newest: () => log.newest(),
    eventAt: (position) => log.eventAt(position),
    readAll: (...asked) => log.readAll(...asked),
    readStored: (...asked) => log.readStored(...asked),
    readBack: (limit) => log.readBack(limit),
    scan: (...asked) => log.scan(...asked),
    head: () => log.head(),
    close: () => log.close(),
    async *follow(after, signal, types) {
      for await (const events of log.follow(after, signal, types && new Set([...types, "PersonKeyDestroyed"]))) {
        events.forEach(forget);
        yield events;
      }
    },
  };
}

/** Follows the log until closed, for a process that follows it for nothing else. The log is a `forgettingLog`. */
export function keepForgetting(
  log: Pick<EventLog, "head" | "follow">,
  reportError: (error: unknown) => void,
): { close(): Promise<void> } {
  const reportOnce = deduplicated(reportError);
  return untilClosed(async (signal) => {
    let after: bigint | null = null;
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        // What was destroyed before this process started is in no cache of it.
        after ??= await log.head();
        for await (const events of log.follow(after, signal)) {
          after = events.at(-1)?.position ?? after;
          failures = 0;
        }
      } catch (error) {
        reportOnce(error);
      }
      await pause(backoffMs(Math.max(1, failures)), signal);
    }
  });
}

interface Destruction {
  log: EventLog;
  keyring: Keyring;
  sealing: Sealing;
  now: Date;
}

/**
 * Destroys a person's key, then tells every process. May be repeated, also after it was interrupted. In this order, no process reads the
 * key again after it has forgotten it.
 */
export async function destroyPersonKey({ log, keyring, sealing, now }: Destruction, personId: string): Promise<void> {
  await keyring.erasePerson(personId);
  const stream = erasureStream(personId);
  const destroyed = systemEvent({ type: "PersonKeyDestroyed", data: { personId } }, { id: "vault", now });
  const told = () => "erasure PersonKeyDestroyed";
  try {
    const sealed = await sealing.seal(stream, [destroyed]);
    tracepoint("append asked", told);
    await log.append(stream, 0, sealed);
    tracepoint("append taken", told);
  } catch (error) {
    // Another call has told it.
    if (!(error instanceof VersionConflict)) throw error;
  }
}
