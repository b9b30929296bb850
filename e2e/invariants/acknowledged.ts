import type { Stored } from "./stored.ts";

/** A command as its client knows it. It was sent with an `Idempotency-Key`, so its events carry its fingerprint. */
export interface Sent {
  /** Describes the command in a violation message. */
  what: string;
  fingerprint: string;
  /** The types of the events that it produces, in order. */
  comesTo: readonly string[];
  /** True if the answer reached the client. */
  acknowledged: boolean;
}

/** I1: an acknowledged command left all of its events exactly once; any other at most a prefix of them, once. */
export function* lostOrDoubled({ events }: Stored, ledger: readonly Sent[]): Generator<string> {
  const written = Map.groupBy(events, ({ fingerprint }) => fingerprint ?? "");
  for (const { what, fingerprint, comesTo, acknowledged } of ledger) {
    const types = (written.get(fingerprint) ?? []).map(({ type }) => type);
    const due = acknowledged ? comesTo : comesTo.slice(0, types.length);
    if (types.join() === due.join()) continue;
    const heard = acknowledged ? "was acknowledged" : "was never answered";
    yield `I1 ${what} ${heard} and left ${types.join(", ") || "nothing"}`;
  }
}
