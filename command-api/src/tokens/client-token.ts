import type { ClientTokenEvent } from "@attestory/events/authorization-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export interface RevokeClientToken {
  type: "revoke";
  tokenId: string;
  applicationId: string;
  expiresAt: Date;
}

/** Whether an access token that an application got for itself was revoked. */
export const clientToken: Decider<boolean, RevokeClientToken, ClientTokenEvent, never> = defineDecider({
  initial: false,
  decide: {
    revoke(isRevoked, { tokenId, applicationId, expiresAt }) {
      const data = { tokenId, applicationId, expiresAt: expiresAt.toISOString() };
      return isRevoked ? [] : [{ type: "ClientTokenRevoked", data }];
    },
  },
  evolve: { ClientTokenRevoked: () => true },
});
