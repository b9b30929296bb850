import type { CountInvitedAccount } from "@attestory/command-api/accounts/invited-accounts.ts";
import { canonicalEmail } from "@attestory/command-api/identifiers/canonical.ts";
import type { InvitationCommand } from "@attestory/command-api/joining/invitation.ts";
import type { MailTestCommand } from "@attestory/command-api/mail/mail-test.ts";
import type { SignUpMode } from "@attestory/events/joining-events.ts";
import type { CommandOf, Fields } from "./random-fields.ts";

const emailOf = ({ text }: Fields) => `${text}@example.com`;
const later = ({ now }: Fields, seconds: number) => new Date(now.getTime() + seconds * 1000);
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
  make: (fields) => ({
    invitationId: fields.invitationId,
    adminTerm: fields.registered?.adminTerm ?? 0,
    expiresAt: later(fields, 1800),
    uses: fields.flag ? 1 : 3,
    email: fields.flag ? emailOf(fields) : null,
    isAdmin: false,
    isDeveloper: fields.text === "Ada",
    isPro: fields.flag,
  }),
  use: (fields) => ({ userId: fields.userId, canonical: canonicalEmail(emailOf(fields)) ?? "", now: fields.now }),
  revoke: () => ({}),
};

/** The fields of every command that counts the accounts which a user's API keys create. */
export const invitedAccountCommands: CommandOf<CountInvitedAccount> = {
  count: ({ userId, ownerId: accountId, now }) => ({ userId, accountId, perDay: 2, now }),
  lapse: ({ userId, ownerId: accountId }) => ({ userId, accountId }),
};

/** The fields of every command of a check of the mail settings. */
export const mailTestCommands: CommandOf<MailTestCommand> = {
  request: ({ mailTestId: testId, userId }) => ({ testId, userId }),
  finish: ({ mailTestId: testId, userId, text }) => ({
    testId,
    userId,
    steps: [{ step: "connection", state: text === null ? "done" : "failed", said: text }],
  }),
};

export type JoiningActionKind =
  | { kind: "sign-up policy"; type: SignUpMode }
  | { kind: "invitation"; type: InvitationCommand["type"] }
  | { kind: "invited account"; type: CountInvitedAccount["type"] }
  | { kind: "mail test"; type: MailTestCommand["type"] };
