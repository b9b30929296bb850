import { type EmailContext, type EmailTable, type EventOfType, emailTo, inUtc } from "./email-context.ts";

const invitation = ({ id, data }: EventOfType<"InvitationMade">, { publicUrl, token }: EmailContext) =>
  emailTo(data.email, {
    subject: "You are invited to Attestory",
    account: null,
    paragraphs: [
      "An admin of Attestory invites you to create an account with this address.",
      `Open the link to register. It works once, until ${inUtc(new Date(data.expiresAt))}.`,
    ],
    action: {
      label: "Create your account",
      url: `${publicUrl}/register?invitation=${token("invitation", { userId: data.invitationId, eventId: id })}`,
    },
    footer: "If you do not want an account, there is nothing to do: without the link, nothing happens.",
  });

export const joiningEmails: EmailTable = {
  InvitationMade: {
    kind: "join-invitation",
    isRequested: ({ data }) => data.isAddressed,
    compose: invitation,
  },
};
