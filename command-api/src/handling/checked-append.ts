import { type EventLog, LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import type { Position, SealedEvent } from "@attestory/events/envelope.ts";
import { pause } from "@attestory/runtime/backoff.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { AuthorityCheck } from "./authority-guard.ts";
import type { Refused } from "./decider.ts";
import type { EventOrigin } from "./new-events.ts";

/** How long an append is repeated that the log may soon take, in milliseconds: as long as a cluster takes to elect a leader. */
const repeatMs = 4000;
const betweenMs = 50;

type CheckedAppend = (
  origin: Pick<EventOrigin, "stream" | "commandContext">,
  events: readonly SealedEvent[],
  /** The version that the stream must have. */
  expected: number,
) => Promise<{ position: Position } | Refused<"session-ended" | "revoked">>;

const isBriefly = (error: unknown): error is LogUnavailable => error instanceof LogUnavailable && error.isBrief;

function nullIfBrief(error: unknown): null {
  if (isBriefly(error)) return null;
  throw error;
}

/**
 * Appends events, unless the authority of their command has ended. The log may take an append a second time: its ids and its version
 * make it the same one. The authority is checked before each.
 * @throws LogUnavailable also if the authority ended after an append of which it is not known whether it was written
 */
export function createCheckedAppend(log: Pick<EventLog, "append">, refuseEnded: AuthorityCheck): CheckedAppend {
  const once = async (
    isRepeat: boolean,
    ...[{ stream, commandContext }, events, expected]: Parameters<CheckedAppend>
  ) => {
    const ended = await refuseEnded(commandContext, { stream, expected: isRepeat ? null : expected });
    if (ended) return ended;
    const what = () => `${stream.split("-", 1)} ${events.map(({ type }) => type)}`;
    tracepoint("append asked", what);
    const position = await log.append(stream, expected, events);
    tracepoint("append taken", what);
    return { position };
  };

  const repeated = async (lost: LogUnavailable, ...asked: Parameters<CheckedAppend>) => {
    const until = performance.now() + repeatMs;
    let outcome: Awaited<ReturnType<CheckedAppend>> | null = null;
    while (outcome === null && performance.now() < until) {
      await pause(betweenMs);
      outcome = await once(true, ...asked).catch(nullIfBrief);
    }
    if (outcome === null || "refused" in outcome) throw lost;
    return outcome;
  };

  return (...asked) =>
    once(false, ...asked).catch((error: unknown) => {
      if (isBriefly(error)) return repeated(error, ...asked);
      throw error;
    });
}
