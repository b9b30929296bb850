import type { Clock } from "@attestory/event-store/clock.ts";
import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { BackgroundWork } from "@attestory/runtime/background-work.ts";
import { type Observed, observedEvent } from "./observed-event.ts";

/** The use of a session, a consent or an API key. */
export interface Use extends Observed {
  /** The stream that records it, and its version when the document was projected. */
  stream: StreamName;
  version: number;
  /** The newest use in the document, in milliseconds since the epoch; zero if there is none. */
  lastUsedAt: number;
  /** Whether a use at `now` is to be recorded. */
  isDue(lastUsedAt: Date, now: Date): boolean;
}

export interface UseRecorder {
  /** Appends the use, if any, to the log if that is due, without delaying the answer. Failures never reach the caller. */
  record(use: Use | null, context: RequestContext): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

interface UseRecorderParts {
  log: Pick<EventLog, "append">;
  sealing: Pick<Sealing, "seal">;
  now: Clock;
  reportError: (message: string, error: unknown) => void;
}

const mostRemembered = 30_000;

export function createUseRecorder({ log, sealing, now, reportError }: UseRecorderParts): UseRecorder {
  /** When this process last tried to record a use, in milliseconds, by stream: a document holds only uses already projected. */
  const tried = new Map<StreamName, number>();
  const appends = new BackgroundWork((error) => reportError("use not recorded", error));

  const append = async ({ stream, version }: Use, fact: ReturnType<typeof observedEvent>): Promise<void> => {
    try {
      await log.append(stream, version, await sealing.seal(stream, [fact]));
    } catch (error) {
      // On a conflict, another process has just recorded a use, or the session, consent or key has changed.
      if (!(error instanceof VersionConflict)) throw error;
    }
  };

  return {
    record(use, context) {
      if (!use) return;
      const at = now();
      const { stream, lastUsedAt } = use;
      if (!use.isDue(new Date(Math.max(lastUsedAt, tried.get(stream) ?? 0)), at)) return;
      if (tried.size >= mostRemembered) tried.clear();
      tried.set(stream, at.getTime());
      // Read now: the address is gone once the connection closes.
      const fact = observedEvent(use, context, at);
      appends.start(() => append(use, fact));
    },
    settled: () => appends.settled(),
  };
}
