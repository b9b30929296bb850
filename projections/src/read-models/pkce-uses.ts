import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import type { Projection } from "./projection.ts";

/** When an application last got a code with PKCE and without it, in milliseconds since the epoch; null for never. */
export interface PkceUseDocument {
  withPkceAt: number | null;
  withoutPkceAt: number | null;
}

/** Keyed by the application's id. */
export const pkceUses: Projection<PkceUseDocument, Extract<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>> = {
  name: "pkceUses@1",
  group: "other",
  takes: ["AuthorizationCodeIssued"],
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.applicationId],
  evolve(use, { data: { codeChallenge }, recordedAt }) {
    const { withPkceAt = null, withoutPkceAt = null } = use ?? {};
    const at = recordedAt.getTime();
    return codeChallenge === null ? { withPkceAt, withoutPkceAt: at } : { withPkceAt: at, withoutPkceAt };
  },
};
