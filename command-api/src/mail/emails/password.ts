import { changeEmail } from "./change-email.ts";
import type { EmailTable } from "./email-context.ts";

export const passwordEmails: EmailTable = {
  PasswordChanged: {
    kind: "password-changed",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "Your password was changed",
        happened: (time) => `The password of your Attestory account was changed on ${time}.`,
        consequence: "Every other device was signed out.",
      }),
  },
  PasswordRemoved: {
    kind: "password-removed",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "Your password was removed",
        happened: (time) =>
          `The password of your Attestory account was removed on ${time}. Sign in with your passkey from now on.`,
        consequence: "Every other device was signed out.",
      }),
  },
};
