import type { EmailContext } from "../mail/emails/email-context.ts";

/** What the emails of tests need besides their event: they are to Juniper. Tests of links give what makes tokens. */
export const juniperMail: EmailContext = {
  publicUrl: "https://id.example.com",
  token: () => "",
  changeToken: () => "",
  code: () => "",
  address: "juniper@example.com",
  addressThen: "juniper@example.com",
  username: "juniper",
};
