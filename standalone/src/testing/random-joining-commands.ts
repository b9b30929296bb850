import type { CountInvitedAccount } from "@attestory/command-api/accounts/invited-accounts.ts";
import { canonicalEmail } from "@attestory/command-api/identifiers/canonical.ts";
import type { InvitationCommand } from "@attestory/command-api/joining/invitation.ts";
import type { MailTestCommand } from "@attestory/command-api/mail/mail-test.ts";
import type { SignUpMode } from "@attestory/events/joining-events.ts";
import type { CommandOf, Fields } from "./random-fields.ts";

const domains = ({ text, flag }: Fields) => (flag ? ["example.com", `${text?.length ?? 0}.example`] : []);

/** The domains of a policy of every mode. A new mode does not compile before it has a line here. */
export const signUpPolicies: Record<SignUpMode, (fields: Fields) => readonly string[]> = {
  open: domains,
  "only-domains": domains,
  "not-domains": domains,
  invitation: domains,
  closed: () => [],
};

/** The fields of every command of an invitation. */
export const invitationCommands: CommandOf<InvitationCommand> = {
  make: ({ invitationId, registered, flag, email, text, later }) => ({
    invitationId,
    adminTerm: registered?.adminTerm ?? 0,
    expiresAt: later(1800),
    uses: flag ? 1 : 3,
    email: flag ? email : null,
    isAdmin: false,
    isDeveloper: text === "Ada",
    isPro: flag,
  }),
  use: ({ userId, email, now }) => ({ userId, canonical: canonicalEmail(email) ?? "", now }),
  revoke: () => ({}),
};

/** The fields of every command that counts the accounts which a user's API keys create. */
export const invitedAccountCommands: CommandOf<CountInvitedAccount> = {
  count: ({ userId, ownerId: accountId, now }) => ({ userId, accountId, perDay: 2, now }),
  lapse: ({ userId, ownerId: accountId }) => ({ userId, accountId }),
};

/** The fields of every command of a check of the mail settings. */
export const mailTestCommands: CommandOf<MailTestCommand> = {
  request: ({ testId, userId }) => ({ testId, userId }),
  finish: ({ testId, userId, text }) => ({
    testId,
    userId,
    steps: [{ step: "connection", state: text === null ? "done" : "failed", said: text }],
  }),
};
