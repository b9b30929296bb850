import { type EmailTable, emailTo, inUtc } from "./email-context.ts";

/** The name of an application is not shown: its developer chose it. */
export const applicationEmails: EmailTable = {
  ApplicationHandedOver: {
    kind: "application-handed-over",
    compose: ({ recordedAt }, { addressThen, publicUrl }) =>
      emailTo(addressThen, {
        subject: "An application was handed over to you",
        paragraphs: [
          `An admin handed an application over to your Attestory account on ${inUtc(recordedAt)}.`,
          "It goes on as before: its users, its tokens and its client secret stay. Its former owner may know the secret, so give the application another one.",
        ],
        action: { label: "Look at your applications", url: `${publicUrl}/dashboard/developer` },
        footer:
          "You get this email because the application is yours from now on. If you do not know it, ask your admin.",
      }),
  },
};
