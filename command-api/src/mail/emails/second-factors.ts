import { changeEmail } from "./change-email.ts";
import type { EmailTable } from "./email-context.ts";

const whyDisabled = {
  owner: "Sign-ins no longer ask for a code of an authenticator app.",
  rescued: "A link that the operator made was used, because the authenticator app was lost.",
  admin: "An admin of this service turned it off.",
  disowned: "You said that it was not you who enabled it.",
  secured: "Sign-ins no longer ask for a code of an authenticator app.",
} as const;

/** Emails about two-factor authentication and recovery codes. */
export const secondFactorEmails: EmailTable = {
  TwoFactorEnabled: {
    kind: "two-factor-enabled",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "Two-factor authentication was enabled",
        happened: (time) => `Two-factor authentication was enabled for your Attestory account on ${time}.`,
        consequence: "From now on, sign-ins ask for a code of your authenticator app.",
        kind: "totp",
      }),
  },
  TwoFactorDisabled: {
    kind: "two-factor-disabled",
    // One email tells of all that was secured.
    isRequested: ({ data }) => data.reason !== "secured",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "Two-factor authentication was disabled",
        happened: (time) => `Two-factor authentication was disabled for your Attestory account on ${time}.`,
        consequence: whyDisabled[event.data.reason],
      }),
  },
  RecoveryCodesIssued: {
    kind: "recovery-codes-issued",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "You have new recovery codes",
        happened: (time) => `Recovery codes were made for your Attestory account on ${time}.`,
        consequence: "Earlier recovery codes no longer work.",
      }),
  },
  RecoveryCodeUsed: {
    kind: "recovery-code-used",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "A recovery code was used",
        happened: (time) => `A recovery code of your Attestory account was used on ${time}.`,
        consequence: "Each code works once. If few are left, make new ones on your dashboard.",
      }),
  },
  CodesLocked: {
    kind: "codes-locked",
    isRequested: ({ data }) => data.notify,
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "Too many wrong codes for your account",
        happened: (time) =>
          `Someone, perhaps you, gave too many wrong two-factor codes for your Attestory account, the last one on ${time}.`,
        consequence:
          "No code is accepted for 15 minutes. If it was not you, another person may know your password: choose a new one.",
      }),
  },
};
