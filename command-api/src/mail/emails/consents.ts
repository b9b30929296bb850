import { changeEmail } from "./change-email.ts";
import type { EmailTable } from "./email-context.ts";

/** The name of an application is not shown: its developer chose it. */
export const consentEmails: EmailTable = {
  ConsentGranted: {
    kind: "application-connected",
    isRequested: (event) => event.data.isNew,
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "An application was connected to your account",
        happened: (time) => `An application was allowed to use your Attestory account on ${time}.`,
        consequence:
          "Your account lists it under Connected Applications, with what it may do. You can end its access there at any time.",
      }),
  },
};
