import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { erasuresProgressStream, lateErasuresProgressStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { systemContext } from "../handling/command-context.ts";
import type { LogWorker } from "../log-workers/log-worker.ts";
import { startWorkerBehind } from "../log-workers/worker-behind.ts";
import { releaseLeft } from "./lapse-registration.ts";
import type { RegistrationLapsesDependencies } from "./lapse-unverified.ts";

const dayMs = 86_400_000;
/** How long after its registration has lapsed a person's data stays. */
export const restMs = 14 * dayMs;
/** An invitation that is valid this long is erased after the rest as well: it has expired a week before. */
const usualValidityMs = 7 * dayMs;
/** All others wait until the longest one has expired, and a week more. */
export const longRestMs = 97 * dayMs;

export interface ErasureDependencies
  extends Pick<RegistrationLapsesDependencies, "commandHandler" | "now" | "everyMs" | "pause"> {
  log: EventLog;
  keyring: Keyring;
  sealing: Sealing;
  /** Called when a person was not erased, which is retried, and when that has failed for a day: then the next start tries again. */
  reportError(message: string, error: unknown, abandoned?: { personId: string }): void;
}

/**
 * Destroys the keys of persons who were invited or registered, and never confirmed: of lapsed registrations, and of the addresses that
 * invitations name. Two workers follow the log at different distances, because the longest invitation is valid for 90 days. Safe to run in
 * several processes at once, and to interrupt anywhere: what was not told to the log is destroyed again, which changes nothing.
 */
export async function startErasures(dependencies: ErasureDependencies): Promise<{ close(): Promise<void> }> {
  const workers = [
    await startAt(dependencies, { name: "erasures", stream: erasuresProgressStream, behindMs: restMs }),
    await startAt(dependencies, {
      name: "late erasures",
      stream: lateErasuresProgressStream,
      behindMs: longRestMs,
    }),
  ];
  return {
    async close() {
      for (const worker of workers) await worker.close();
    },
  };
}

interface Distance {
  name: string;
  stream: typeof erasuresProgressStream;
  behindMs: number;
}

const startAt = (dependencies: ErasureDependencies, { name, stream, behindMs }: Distance): Promise<LogWorker> =>
  startWorkerBehind(dependencies, {
    name,
    progress: { stream, type: "ErasuresProgressed" },
    behindMs,
    // Nobody whose invitation may still be used: no key comes back.
    workFor(event) {
      const personId = personToErase(event, behindMs);
      return personId === null ? null : () => erase(dependencies, event, personId);
    },
    reportError: (error) =>
      dependencies.reportError("personal data of an unconfirmed person not erased, will retry", error),
    reportLeft: (error, event) =>
      dependencies.reportError("personal data of an unconfirmed person not erased for 24 hours", error, {
        personId: personToErase(event, behindMs) ?? "",
      }),
  });

/** Whom a worker at this distance erases. Null for most events. */
function personToErase({ type, recordedAt, data }: RecordedEvent, behindMs: number): string | null {
  if (type === "RegistrationLapsed") return behindMs === restMs ? data.userId : null;
  if (type !== "InvitationMade" || !data.isAddressed) return null;
  const validMs = new Date(data.expiresAt).getTime() - recordedAt.getTime();
  return behindMs === (validMs <= usualValidityMs ? restMs : longRestMs) ? data.invitationId : null;
}

/** @throws if it must be tried again */
async function erase(dependencies: ErasureDependencies, { type }: RecordedEvent, personId: string): Promise<void> {
  const now = dependencies.now();
  if (type === "RegistrationLapsed") {
    const { state } = await dependencies.commandHandler.load(user, userStream(personId));
    // No event makes it an account again. Were there one, nobody who has an account would lose it.
    if (state.status !== "lapsed") throw new Error("the registration has not lapsed");
  }
  // Which identifiers a registration holds can be read only as long as there is its key.
  if (type === "RegistrationLapsed" && !(await releaseLeft(dependencies, personId, systemContext("erasures", now)))) {
    throw new Error("other writers came first");
  }
  await destroyPersonKey({ ...dependencies, now }, personId);
}
