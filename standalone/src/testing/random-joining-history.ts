import { type CountInvitedAccount, invitedAccounts } from "@attestory/command-api/accounts/invited-accounts.ts";
import { type InvitationCommand, invitation } from "@attestory/command-api/joining/invitation.ts";
import { signUpPolicy } from "@attestory/command-api/joining/policy.ts";
import { type MailTestCommand, mailTest } from "@attestory/command-api/mail/mail-test.ts";
import {
  invitationStream,
  invitedAccountsStream,
  mailTestStream,
  signUpPolicyStream,
} from "@attestory/events/envelope.ts";
import type { Fields } from "./random-fields.ts";
import {
  invitationCommands,
  invitedAccountCommands,
  type JoiningActionKind,
  mailTestCommands,
  signUpPolicies,
} from "./random-joining-commands.ts";
import type { Fact, RandomStreams } from "./random-streams.ts";

/** Who may join, invitations, accounts that programs create, and checks of the mail settings: what is done to no account. */
export function createJoiningActors(streams: RandomStreams) {
  const policies = streams.decidedBy(signUpPolicy);
  const invitations = streams.decidedBy(invitation);
  const counted = streams.decidedBy(invitedAccounts);
  const mailTests = streams.decidedBy(mailTest);

  return (choice: JoiningActionKind, fields: Fields): Fact[] => {
    const { userId, invitationId, mailTestId } = fields;
    switch (choice.kind) {
      case "sign-up policy": {
        const domains = signUpPolicies[choice.type](fields);
        return policies.decide(signUpPolicyStream, userId, { mode: choice.type, domains });
      }
      case "invitation": {
        const command = { type: choice.type, ...invitationCommands[choice.type](fields) } as InvitationCommand;
        // An address is encrypted under the invitation's own key.
        const isAddressed = command.type === "make" && command.email !== null;
        return invitations.decide(invitationStream(invitationId), isAddressed ? invitationId : userId, command);
      }
      case "invited account": {
        const command = { type: choice.type, ...invitedAccountCommands[choice.type](fields) } as CountInvitedAccount;
        return counted.decide(invitedAccountsStream(userId), userId, command);
      }
      case "mail test": {
        const command = { type: choice.type, ...mailTestCommands[choice.type](fields) } as MailTestCommand;
        return mailTests.decide(mailTestStream(mailTestId), userId, command);
      }
    }
  };
}
