import type { Clock } from "@attestory/event-store/clock.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { AbandonedWork } from "../log-workers/giving-up.ts";

/** Why an email is given up, as `LetterAbandoned` records it. */
export const abandonReasons = {
  rendering: "could not be rendered for 24 hours",
  delivery: "not taken by the mail server for 24 hours",
} as const;
export type AbandonReason = keyof typeof abandonReasons;

const shownForMs = 24 * 3_600_000;

export interface AbandonedEmails extends AbandonedWork {
  receive(event: RecordedEvent): void;
}

/**
 * Counts the emails that were given up in the last day. An email that the mail server does not take is a fault only until it takes another
 * one: its address may be wrong, and anyone can register with a wrong address.
 */
export function createAbandonedEmails(now: Clock): AbandonedEmails {
  const instants: Record<AbandonReason, number[]> = { rendering: [], delivery: [] };
  let isServerAccepting = true;
  const countOf = (reason: AbandonReason) => {
    const from = now().getTime() - shownForMs;
    instants[reason] = instants[reason].filter((instant) => instant > from);
    return instants[reason].length;
  };
  return {
    receive({ type, data, recordedAt }) {
      if (type === "LetterSent") isServerAccepting = true;
      if (type !== "LetterAbandoned") return;
      const reason = reasons.find((one) => abandonReasons[one] === data.reason);
      if (reason === undefined) return;
      instants[reason].push(recordedAt.getTime());
      if (reason === "delivery") isServerAccepting = false;
    },
    fault() {
      const unrendered = countOf("rendering");
      if (unrendered > 0) return `${unrendered} could not be rendered`;
      return countOf("delivery") > 0 && !isServerAccepting ? abandonReasons.delivery : null;
    },
    counts: () => reasons.map((reason) => [reason, countOf(reason)] as const),
  };
}

const reasons: readonly AbandonReason[] = ["rendering", "delivery"];
