import type { Stored } from "./stored.ts";

/** A command as its client knows of it. It was sent with an `Idempotency-Key`, so its events carry its fingerprint. */
export interface Sent {
  /** For whoever reads of a violation. */
  what: string;
  fingerprint: string;
  /** The types of the events that it comes to, in their order. */
  comesTo: readonly string[];
  /** The answer reached the client. */
  acknowledged: boolean;
}

/** I1: what was acknowledged is there, all of it, once; of the rest no more than its beginning, once. */
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
