import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import type { Projection } from "./projection.ts";

type Started = Extract<SessionEvent, { type: "SessionStarted" }>;

export interface LastSignInDocument {
  /** ISO 8601. */
  at: string;
}

/**
 * When each user last signed in, keyed by user id; the session of a registration is no sign-in. Apart from `accounts`, whose documents
 * would have to be written under all of their indexes at every sign-in.
 */
export const lastSignIns: Projection<LastSignInDocument, Started> = {
  name: "lastSignIns@1",
  group: "other",
  takes: ["SessionStarted"],
  personal: "sealed",
  indexes: {},
  keys: ({ data }) => (data.pending ? [] : [data.userId]),
  evolve: (before, event) => newest(before, event),
};

/** Another process's clock may be behind: the time never goes back. */
function newest(before: LastSignInDocument | null, { recordedAt }: RecordedEvent<Started>): LastSignInDocument {
  const at = recordedAt.toISOString();
  return before && before.at >= at ? before : { at };
}
