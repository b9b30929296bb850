import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { pause } from "@attestory/runtime/backoff.ts";
import { DamagedEvent, type EventLog } from "./event-log.ts";

/** An event that this log had is not there any more, as an older copy was restored; or another generation of the log is active. */
export class LogReplaced extends Error {
  override name = "LogReplaced";
}

/** Whether the log has this event at this position. Positions alone would not tell: a restored log may have grown past them. */
export async function hasEventAt(
  log: Pick<EventLog, "eventAt">,
  position: Position,
  id: string | null,
): Promise<boolean> {
  try {
    return (await log.eventAt(position))?.id === id;
  } catch (error) {
    // A damaged event is no other log. It is reported where it is needed.
    if (error instanceof DamagedEvent || error instanceof UnreadableEvent) return true;
    throw error;
  }
}

/** Returns a check that the log still has the event that was its newest at the last check. @throws LogReplaced */
export function sameLogCheck(log: Pick<EventLog, "eventAt" | "newest">): () => Promise<void> {
  let known: { position: Position; id: string } | null = null;
  return async () => {
    if (known && !(await hasEventAt(log, known.position, known.id))) {
      throw new LogReplaced(
        `the event log has no event ${known.id} at position ${known.position} any more: an older log was restored`,
      );
    }
    known = await log.newest().catch(unlessDamaged);
  };
}

function unlessDamaged(error: unknown): null {
  if (error instanceof DamagedEvent || error instanceof UnreadableEvent) return null;
  throw error;
}

const checkEveryMs = 2000;

/** A service that ends when its log is replaced. */
interface Watching {
  onFault(report: (error: Error) => void): void;
  close(): Promise<void>;
}

/** Repeats the checks until closed, and reports once that the log was replaced. For the composition of a service. */
export function endWhenReplaced(...checks: readonly (() => Promise<void>)[]): Watching {
  const replaced = Promise.withResolvers<Error>();
  const watched = checks.map((check) => watchForReplacement(check, replaced.resolve));
  return {
    onFault: (report) => void replaced.promise.then(report),
    async close() {
      await Promise.all(watched.map((each) => each.close()));
    },
  };
}

/** Repeats the check until closed or until it throws LogReplaced, which goes to `onReplaced`. Other errors are retried. */
export function watchForReplacement(
  check: () => Promise<void>,
  onReplaced: (error: LogReplaced) => void,
  everyMs = checkEveryMs,
): { close(): Promise<void> } {
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      // An unavailable log or store is reported by those who need it.
      await check().catch((error: unknown) => {
        if (!(error instanceof LogReplaced)) return;
        stopping.abort();
        onReplaced(error);
      });
      await pause(everyMs, stopping.signal);
    }
  })();
  return {
    async close() {
      stopping.abort();
      await watching;
    },
  };
}
