import { changeEmail } from "./change-email.ts";
import type { EmailTable } from "./email-context.ts";

const whyRemoved = {
  owner: "It no longer signs in.",
  rescued: "A link that the operator made was used, because the key was lost.",
  admin: "An admin of this service removed it. It no longer signs in.",
  disowned: "You said that it was not you who added it.",
  secured: "It no longer signs in.",
} as const;

/** The name of a key is not shown: the user who added it chose it. */
export const hardwareKeyEmails: EmailTable = {
  HardwareKeyAdded: {
    kind: "hardware-key-added",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "A hardware key was added to your account",
        happened: (time) => `A hardware key or passkey was added to your Attestory account on ${time}.`,
        consequence: "From now on, it can be used to sign in.",
        kind: "hardware-key",
      }),
  },
  HardwareKeyRemoved: {
    kind: "hardware-key-removed",
    // One email tells of all that was secured.
    isRequested: ({ data }) => data.reason !== "secured",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "A hardware key was removed from your account",
        happened: (time) => `A hardware key or passkey was removed from your Attestory account on ${time}.`,
        consequence: whyRemoved[event.data.reason],
      }),
  },
  HardwareKeySignCountWentBack: {
    kind: "hardware-key-copied",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "A hardware key of your account may have been copied",
        happened: (time) =>
          `A hardware key of your Attestory account was refused on ${time}, because its count of signatures was lower than before. Another device may have a copy of it.`,
        consequence: "Remove the key in the settings of your account unless you know why.",
      }),
  },
};
