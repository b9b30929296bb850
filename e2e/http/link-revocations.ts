import { becomes, createKey } from "./api-key-calls.ts";
import { call, emailTo, givenSignedInUser, newPerson, notMeTokenIn, register, tokenIn } from "./client.ts";
import {
  forgotPassword,
  givenEmailChange,
  resetPassword,
  resetTokenTo,
  undoEmail,
  undoTokenTo,
} from "./recovery-links.ts";
import type { Revocation } from "./revocation.ts";

const newPassword = "another horse battery";
const passwords = { newPassword, confirmPassword: newPassword };

/** What the links of emails and of the command line do. The link for the first admin comes first: other calls list admins. */
export const linkRevocations: readonly Revocation[] = [
  {
    route: "POST /api/auth/admin-link",
    what: "the link for the first admin, which replaces the session",
    async prepare({ url, operatorLinks }) {
      const { token } = await givenSignedInUser(url);
      const body = { token: await operatorLinks.admin() };
      return () => call(url, "POST /api/auth/admin-link", { token, body });
    },
  },
  {
    route: "POST /api/auth/rescue/password",
    what: "a new password by the operator's link",
    async prepare({ url, operatorLinks }) {
      const { email } = await givenSignedInUser(url);
      const body = { token: await operatorLinks.rescue(email), ...passwords };
      return () => call(url, "POST /api/auth/rescue/password", { body });
    },
  },
  {
    route: "POST /api/auth/rescue/second-factors",
    what: "the end of second factors by the operator's link",
    async prepare({ url, operatorLinks }) {
      const { email } = await givenSignedInUser(url);
      const body = { token: await operatorLinks.rescue(email) };
      return () => call(url, "POST /api/auth/rescue/second-factors", { body });
    },
  },
  {
    route: "GET /api/auth/verify-email",
    what: "a verification, which ends the registration's session",
    async prepare({ url }) {
      const person = newPerson();
      await register(url, person);
      const token = tokenIn(await emailTo(url, person.email, "Verify"));
      return () => call(url, `GET /api/auth/verify-email?token=${token}`);
    },
  },
  {
    route: "POST /api/auth/reset-password",
    what: "a password reset",
    async prepare({ url }) {
      const { email } = await givenSignedInUser(url);
      await forgotPassword(url, email);
      const token = await resetTokenTo(url, email);
      return () => resetPassword(url, token);
    },
  },
  {
    route: "POST /api/auth/undo-email",
    what: "an undone change of the address",
    async prepare({ url }) {
      const owner = await givenSignedInUser(url);
      await givenEmailChange(url, owner);
      const token = await undoTokenTo(url, owner.email);
      return () => undoEmail(url, token);
    },
  },
  {
    route: "POST /api/auth/not-me",
    what: "a disowned change",
    async prepare(product) {
      const { url } = product;
      const owner = await givenSignedInUser(url);
      await becomes(product, owner.id, { isPro: true });
      await createKey(url, owner, { name: "Nightly report" });
      const body = { token: notMeTokenIn(await emailTo(url, owner.email, "API key")) };
      return () => call(url, "POST /api/auth/not-me", { body });
    },
  },
  {
    route: "POST /api/auth/not-me",
    what: "a disowned registration",
    async prepare({ url }) {
      const person = newPerson();
      await register(url, person);
      const body = { token: notMeTokenIn(await emailTo(url, person.email)) };
      return () => call(url, "POST /api/auth/not-me", { body });
    },
  },
];
