import { z } from "zod";
import { emailAddress } from "../accounts/email-address-schema.ts";
import { yesOrNo } from "../accounts/schema.ts";

/** Schemas of the calls about who may join. */

/** The modes of the sign-up policy. */
export const signUpModes = ["open", "only-domains", "not-domains", "invitation", "closed"] as const;
export const signUpMode = z.enum(signUpModes, "Choose who may join");
export type SignUpMode = z.infer<typeof signUpMode>;

const domainText = "Use domains such as example.com";
/** The part of an address after the `@`. */
const domain = z
  .string(domainText)
  .max(253, domainText)
  .regex(
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u,
    domainText,
  );

export const signUpPolicySetting = z.strictObject({
  mode: signUpMode.describe("Who may join"),
  domains: z
    .array(domain, domainText)
    .max(200, "Use at most 200 domains")
    .optional()
    .describe(
      "Those that only-domains and not-domains are about, such as example.com, at most 200. Subdomains are named apart",
    ),
});

/** The token of an invitation's link. */
const wholeInvitation = "Please open the whole link of the invitation";
export const invitationToken = z
  .string(wholeInvitation)
  .min(1, wholeInvitation)
  .max(200, wholeInvitation)
  .describe("From the link of an invitation");

const daysText = "Use a whole number of days from 1 to 90";
const usesText = "Use a whole number from 1 to 1000";

const role = yesOrNo.optional().describe("Whether an account has this role once its address is verified");
export const invitationCreation = z.strictObject({
  expiresInDays: z.int(daysText).min(1, daysText).max(90, daysText).optional().describe("1 to 90; 7 by default"),
  uses: z
    .int(usesText)
    .min(1, usesText)
    .max(1000, usesText)
    .optional()
    .describe("1 to 1,000; 1 by default, and with email"),
  isAdmin: role,
  isDeveloper: role,
  isPro: role,
  email: emailAddress.optional().describe("Only this address may join, and the link is sent there"),
});

/** `qrCode`: the source of an image of `url`. `isEmailed`: a mail server takes the link to `email`. */
export const invitationMade = z.strictObject({
  invitation: z.strictObject({
    id: z.uuid(),
    expiresAt: z.iso.datetime(),
    uses: z.int(),
    isAdmin: z.boolean(),
    isDeveloper: z.boolean(),
    isPro: z.boolean(),
    email: z.string().nullable(),
    isEmailed: z.boolean(),
    url: z.string(),
    qrCode: z.string(),
  }),
});
export type MadeInvitation = z.infer<typeof invitationMade>["invitation"];

export const invitationParams = z.strictObject({ id: z.uuid("This is not the id of an invitation").toLowerCase() });
