import type { Clock } from "@attestory/event-store/clock.ts";
import { DamagedEvent, type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import { systemEvent } from "@attestory/event-store/log/system-event.ts";
import { logPages } from "@attestory/event-store/notary/log-pages.ts";
import type { NoteKey } from "@attestory/event-store/notary/signed-note.ts";
import { faultText, TreeCheck } from "@attestory/event-store/notary/tree-check.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { verificationsStream } from "@attestory/events/envelope.ts";
import type { LogRefuted, LogVerified } from "@attestory/events/notary-events.ts";
import { pause } from "@attestory/runtime/backoff.ts";
import { untilClosed } from "@attestory/runtime/until-closed.ts";

/** Not at once, when there is much else to do. */
const firstMs = 120_000;
const askEveryMs = 3_600_000;
const dayMs = 86_400_000;
/** A page takes about a millisecond and a half, and as much time again is left to others several times over. */
const pageSize = 100;
const restMs = 10;

export interface VerificationParts {
  log: Pick<EventLog, "read" | "append" | "head" | "readStored">;
  sealing: Pick<Sealing, "seal">;
  key: NoteKey;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

/** Verifies the log once a day, slowly. Any number of processes may do so: they see in the log when it was done last. */
export const startDailyVerification = (parts: VerificationParts): { close(): Promise<void> } =>
  untilClosed(async (signal) => {
    for (await pause(firstMs, signal); !signal.aborted; await pause(askEveryMs, signal)) {
      await verifyIfDue(parts, signal).catch((error: unknown) =>
        parts.reportError("log not verified, will retry", error),
      );
    }
  });

/** Does nothing if the log was verified in the last 24 hours. */
export async function verifyIfDue(parts: VerificationParts, signal: AbortSignal): Promise<void> {
  const { log, sealing, now, reportError } = parts;
  const { version } = await log.read(verificationsStream, 0, 1);
  const [last] = version > 0 ? (await log.read(verificationsStream, version - 1, 1)).events : [];
  if (last && now().getTime() - last.recordedAt.getTime() < dayMs) return;
  const found = await verify(parts, signal);
  if (!found) return;
  if (found.type === "LogRefuted") reportError("the log is not what was signed", new Error(found.data.reason));
  const sealed = await sealing.seal(verificationsStream, [systemEvent(found, { id: "notary", now: now() })]);
  await log.append(verificationsStream, version, sealed).catch((error: unknown) => {
    // Another process has verified it meanwhile.
    if (!(error instanceof VersionConflict)) throw error;
  });
}

/** Null if the signal aborted first. */
async function verify({ log, key }: VerificationParts, signal: AbortSignal): Promise<LogVerified | LogRefuted | null> {
  const check = new TreeCheck(key);
  const refuted = (events: number, reason: string): LogRefuted => ({ type: "LogRefuted", data: { events, reason } });
  try {
    for await (const { events } of logPages(log, pageSize)) {
      const fault = events.map((event) => check.add(event)).find((fault) => fault);
      if (fault) return refuted(check.covered, faultText(fault));
      await pause(restMs, signal);
      if (signal.aborted) return null;
    }
  } catch (error) {
    if (error instanceof DamagedEvent) return refuted(check.covered, error.message.slice(0, 500));
    throw error;
  }
  const { events, checkpoints, covered } = check;
  return { type: "LogVerified", data: { events, checkpoints, covered } };
}
