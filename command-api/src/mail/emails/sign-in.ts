import { accountInWords } from "./account-in-words.ts";
import { changeEmail } from "./change-email.ts";
import { type EmailContext, type EmailTable, type EventOfType, emailTo, inUtc, linkOf } from "./email-context.ts";

const unlock = (event: EventOfType<"UnlockOffered">, { address, username, publicUrl, token }: EmailContext) =>
  emailTo(address, {
    subject: "Someone is trying to sign in to your account",
    account: accountInWords(username, address),
    paragraphs: [
      `Someone, perhaps you, has given many wrong passwords for your Attestory account, the last one on ${inUtc(event.recordedAt)}. None of these attempts got in.`,
      "New devices must now wait between attempts, up to 15 minutes. Devices on which you have signed in before need not wait.",
      "To sign in on a new device without waiting, open this link on that device and press the button. The link works once, within 24 hours.",
    ],
    action: { label: "Sign in without waiting", url: `${publicUrl}/unlock?token=${token("unlock", linkOf(event))}` },
    footer: "If you do not want to sign in now, there is nothing to do. We never ask for your password by email.",
  });

export const signInEmails: EmailTable = {
  UnlockOffered: { kind: "unlock", compose: unlock },
  SessionStarted: {
    kind: "new-device",
    isRequested: ({ data }) => data.newDevice,
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "New sign-in to your account",
        happened: (time) => `Your Attestory account was signed in to on ${time}, in a browser that we do not know.`,
      }),
  },
};
