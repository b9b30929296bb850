import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** When an application last got a code with PKCE and without it, in milliseconds since the epoch; null for never. */
export interface PkceUseDocument {
  withPkceAt: number | null;
  withoutPkceAt: number | null;
}

/** Keyed by the application's id. */
export const pkceUses: Projection<PkceUseDocument> = defineProjection({
  name: "pkceUses@1",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.applicationId],
  begin: {
    AuthorizationCodeIssued({ data: { codeChallenge, redirectUri }, recordedAt }, use) {
      const { withPkceAt = null, withoutPkceAt = null } = use ?? {};
      // A device has no use for PKCE: its code never goes through a browser.
      if (redirectUri === null) return { withPkceAt, withoutPkceAt };
      const at = recordedAt.getTime();
      return codeChallenge === null ? { withPkceAt, withoutPkceAt: at } : { withPkceAt: at, withoutPkceAt };
    },
  },
});
