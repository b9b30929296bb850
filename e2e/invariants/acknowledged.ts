import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Stored } from "./stored.ts";

/** A command as its client knows it. It was sent with an `Idempotency-Key`, so its events carry its fingerprint. */
export interface Sent {
  /** Describes the command in a violation message. */
  what: string;
  fingerprint: string;
  /** The types of the events that it produces, in order. Announcements to several admins count as one. */
  comesTo: readonly string[];
  /** True if the answer reached the client. */
  acknowledged: boolean;
}

/** Without announcements to further admins. How many admins there are is not known to who sends a command. */
const counted = (events: readonly RecordedEvent[]): RecordedEvent[] => {
  const announced = new Set<string>();
  return events.filter(({ type, data }) => {
    if (type !== "TrustedApplicationChangeAnnounced") return true;
    const isFirst = announced.size === 0;
    const isDoubled = announced.has(data.userId);
    announced.add(data.userId);
    return isFirst || isDoubled;
  });
};

/** I1: an acknowledged command left all of its events exactly once; any other at most a prefix of them, once. */
export function* lostOrDoubled({ events }: Stored, ledger: readonly Sent[]): Generator<string> {
  const written = Map.groupBy(events, ({ fingerprint }) => fingerprint ?? "");
  for (const { what, fingerprint, comesTo, acknowledged } of ledger) {
    const types = counted(written.get(fingerprint) ?? []).map(({ type }) => type);
    const due = acknowledged ? comesTo : comesTo.slice(0, types.length);
    if (types.join() === due.join()) continue;
    const heard = acknowledged ? "was acknowledged" : "was never answered";
    yield `I1 ${what} ${heard} and left ${types.join(", ") || "nothing"}`;
  }
}
