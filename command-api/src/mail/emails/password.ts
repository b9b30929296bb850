import { type EmailContext, type EmailTable, type EventOfType, emailTo, inUtc } from "./email-context.ts";

const passwordChanged = ({ recordedAt }: EventOfType<"PasswordChanged">, { address, publicUrl }: EmailContext) =>
  emailTo(address, {
    subject: "Your password was changed",
    paragraphs: [
      `The password of your Attestory account was changed on ${inUtc(recordedAt)}. Every other device was signed out.`,
      "If this was you, there is nothing to do.",
    ],
    action: { label: "Look at your sessions", url: `${publicUrl}/dashboard` },
    footer: "If this wasn't you, someone knows your old password: contact the operator of this service at once.",
  });

export const passwordEmails: EmailTable = {
  PasswordChanged: { kind: "password-changed", compose: passwordChanged },
};
