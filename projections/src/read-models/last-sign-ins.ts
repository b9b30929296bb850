import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

export interface LastSignInDocument {
  /** ISO 8601. */
  at: string;
}

/**
 * When each user last signed in, keyed by user id; the session of a registration is no sign-in. Apart from `accounts`, whose documents
 * would have to be written under all of their indexes at every sign-in.
 */
export const lastSignIns: Projection<LastSignInDocument> = defineProjection({
  name: "lastSignIns@1",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: ({ data }) => (data.pending ? [] : [data.userId]),
  begin: {
    // Another process's clock may be behind: the time never goes back.
    SessionStarted({ recordedAt }, before) {
      const at = recordedAt.toISOString();
      return before && before.at >= at ? before : { at };
    },
  },
});
