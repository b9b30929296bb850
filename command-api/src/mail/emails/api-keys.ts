import { changeEmail } from "./change-email.ts";
import type { EmailTable } from "./email-context.ts";

/** The name of a key is not shown: the person who created it chose it. */
export const apiKeyEmails: EmailTable = {
  ApiKeyCreated: {
    kind: "api-key-created",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "An API key was created for your account",
        happened: (time) => `An API key was created for your Attestory account on ${time}.`,
        consequence:
          "Programs that have it act for you, within its scopes. The link below ends it too, with every other key of your account.",
      }),
  },
};
