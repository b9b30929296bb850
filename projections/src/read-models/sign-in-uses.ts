import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** Which protections one sign-in to an application used. */
export interface SignInUse {
  withPkce: boolean;
  /** Its request was pushed (RFC 9126). */
  isPushed: boolean;
}

/** What the last sign-ins to an application used, for the developer who thinks of requiring it. */
export interface SignInUsesDocument {
  /** The newest first, at most 20. */
  signIns: SignInUse[];
  /** Authorizations whose request was pushed and which gave no code yet, the newest first, at most 20. */
  pushed: string[];
}

const most = 20;

/** Keyed by the application's id. */
export const signInUses: Projection<SignInUsesDocument> = defineProjection({
  name: "signInUses@1",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.applicationId],
  begin: {
    /** Comes right before the code of its authorization, or before none if the user refuses. */
    PushedRequestUsed({ data: { authorizationId } }, uses) {
      const { signIns = [], pushed = [] } = uses ?? {};
      return { signIns, pushed: [authorizationId, ...pushed].slice(0, most) };
    },
    AuthorizationCodeIssued({ data: { authorizationId, codeChallenge, redirectUri } }, uses) {
      // A device has no use for either: its code never goes through a browser.
      if (redirectUri === null) return uses;
      const { signIns = [], pushed = [] } = uses ?? {};
      const signIn = { withPkce: codeChallenge !== null, isPushed: pushed.includes(authorizationId) };
      return {
        signIns: [signIn, ...signIns].slice(0, most),
        pushed: pushed.filter((each) => each !== authorizationId),
      };
    },
  },
});
