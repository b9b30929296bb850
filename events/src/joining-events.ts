import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

/** Events of `signUpPolicy` (who may join), of `invitation-<id>` and of `invitedAccounts-<user id>`. */

/** `domains`: in lower case and IDNA, without a leading `@`; empty unless the mode names domains. */
export const signUpPolicySet = defineEvent(
  "SignUpPolicySet",
  1,
  z.object({
    mode: z.enum(["open", "only-domains", "not-domains", "invitation", "closed"]),
    domains: z.array(z.string()).readonly(),
  }),
);

/**
 * An admin made a link with which others may join. `isAddressed`: only `email` may use it, and the link is sent there. The address has a
 * key of its own, under the invitation's id: its owner has no account yet.
 */
export const invitationMade = defineEvent(
  "InvitationMade",
  // Version 1 did not say in which term its maker was an admin. It counts for the first one.
  { version: 2, upcasts: { 1: (made) => ({ ...made, adminTerm: 1 }) } },
  z.object({
    invitationId: z.uuid(),
    expiresAt: z.iso.datetime(),
    uses: z.int().min(1).max(1000),
    /** How often its maker had become an active admin. */
    adminTerm: z.int().nonnegative(),
    isAdmin: z.boolean(),
    isDeveloper: z.boolean(),
    isPro: z.boolean(),
    isAddressed: z.boolean(),
    email: personal(z.string()),
  }),
);

/** Recorded right before the registration of this account. In strict mode, it may be a decoy. */
export const invitationUsed = defineEvent("InvitationUsed", 1, z.object({ invitationId: z.uuid(), userId: z.uuid() }));

export const invitationRevoked = defineEvent("InvitationRevoked", 1, z.object({ invitationId: z.uuid() }));

const invitationFacts = [invitationMade, invitationUsed, invitationRevoked] as const;
export type InvitationEvent = EventOf<(typeof invitationFacts)[number]>;
export type SignUpPolicyEvent = EventOf<typeof signUpPolicySet>;

const invitedAccount = z.object({ userId: z.uuid(), accountId: z.uuid() });
/** An API key of the user creates this account. Its address gets an email. Recorded right before its registration. */
export const invitedAccountCounted = defineEvent("InvitedAccountCounted", 1, invitedAccount);
/** This account, which an API key of the user created, ended unconfirmed. */
export const invitedAccountLapsed = defineEvent("InvitedAccountLapsed", 1, invitedAccount);

const invitedAccountFacts = [invitedAccountCounted, invitedAccountLapsed] as const;
export type InvitedAccountEvent = EventOf<(typeof invitedAccountFacts)[number]>;

export type SignUpMode = SignUpPolicyEvent["data"]["mode"];

export const joiningEvents = [signUpPolicySet, ...invitationFacts, ...invitedAccountFacts] as const;
