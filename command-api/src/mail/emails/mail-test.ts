import { accountInWords } from "./account-in-words.ts";
import { type EmailTable, emailTo, inUtc } from "./email-context.ts";

export const mailTestEmails: EmailTable = {
  MailTestRequested: {
    kind: "mail-test",
    compose: ({ recordedAt }, { address, username }) =>
      emailTo(address, {
        subject: "Test email from Attestory",
        account: accountInWords(username, address),
        paragraphs: [
          `You sent this email on ${inUtc(recordedAt)}, to check the mail settings. It arrived, so they work.`,
        ],
        footer: "There is nothing to do.",
      }),
  },
};
