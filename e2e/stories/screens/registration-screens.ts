import { sampleUser } from "@attestory/http/testing/sample-user.ts";
import { newPerson } from "../../http/client.ts";
import { submitRegistration } from "../steps.ts";
import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const verifying = "/api/auth/verify-email?token=*";
const disowning = "/api/auth/not-me";
const resending = "/api/auth/resend-verification";

/** From the registration form to an account with a verified address. */
export const registrationScreens: readonly Screen[] = [
  {
    name: "register",
    async reach(page) {
      await enter(page, "/register");
      await page.getByRole("heading", { name: "Create your account" }).waitFor();
    },
  },
  {
    name: "register-refused-fields",
    async reach(page) {
      await enter(page, "/register");
      await submitRegistration(page, { email: "nobody", username: "no body", password: "short" });
      await page.getByText("Invalid email address").waitFor();
    },
  },
  {
    name: "register-taken",
    troubles: ["answer 409: POST /api/auth/register"],
    async reach(page, { juniper }) {
      await enter(page, "/register");
      await submitRegistration(page, newPerson({ email: juniper.email, username: "juniper.hale" }));
      await toast(page, "Registration failed").waitFor();
    },
  },
  {
    name: "register-done",
    async reach(page) {
      const hazel = newPerson({ email: "hazel@example.org", username: "hazel" });
      await given(page, "/api/auth/register", {
        status: 201,
        body: {
          token: "kept-for-a-picture",
          user: sampleUser({ username: hazel.username, email: hazel.email, emailVerified: false }),
        },
      });
      await enter(page, "/register");
      await submitRegistration(page, hazel);
      await toast(page, "Registration Successful").waitFor();
      await page.getByText("Check your email", { exact: true }).waitFor();
    },
  },
  {
    name: "verify-email-pending",
    async reach(page) {
      await unanswered(page, verifying);
      await enter(page, "/verify-email?token=pending");
      await page.getByRole("heading", { name: "Verifying your email" }).waitFor();
    },
  },
  {
    name: "verify-email-done",
    async reach(page) {
      await given(page, verifying, {
        body: { message: "Your email address is verified.", asksForCode: false, signedIn: null },
      });
      await enter(page, "/verify-email?token=good");
      await page.getByRole("heading", { name: "Email Verified" }).waitFor();
      await toast(page, "Email Verified").waitFor();
    },
  },
  {
    name: "verify-email-failed",
    troubles: ["answer 400: GET /api/auth/verify-email"],
    async reach(page) {
      await enter(page, "/verify-email?token=garbage");
      await toast(page, "Verification Failed").waitFor();
      await page.getByRole("button", { name: "Resend Verification Email" }).waitFor();
    },
  },
  {
    name: "verify-email-out-of-reach",
    troubles: ["no answer: GET /api/auth/verify-email"],
    async reach(page) {
      await outOfReach(page, verifying);
      await enter(page, "/verify-email?token=garbage");
      await page.getByText("Network error occurred", { exact: true }).waitFor();
      await toast(page, "Verification Failed").waitFor();
    },
  },
  {
    name: "verify-email-without-token",
    async reach(page) {
      await enter(page, "/verify-email");
      await page.getByText("No verification token provided").waitFor();
    },
  },
  {
    name: "verify-email-sent-again",
    async reach(page, { wren }) {
      await given(page, resending, { body: { message: "A link is on its way." } });
      await enter(page, "/verify-email");
      await page.getByLabel("Email").fill(wren.email);
      await page.keyboard.press("Enter");
      await page.getByText("we sent a new link to it").waitFor();
    },
  },
  {
    name: "not-me",
    async reach(page) {
      await enter(page, "/not-me?token=good");
      await page.getByRole("button", { name: "Remove the account" }).waitFor();
    },
  },
  {
    name: "not-me-pending",
    async reach(page) {
      await unanswered(page, disowning);
      await enter(page, "/not-me?token=pending");
      await page.getByRole("button", { name: "Remove the account" }).click();
      await page.getByRole("button", { name: "Removing the account..." }).waitFor();
    },
  },
  {
    name: "not-me-done",
    async reach(page) {
      await given(page, disowning, { body: { message: "The account is removed, and your address is free again." } });
      await enter(page, "/not-me?token=good");
      await page.getByRole("button", { name: "Remove the account" }).click();
      await page.getByRole("heading", { name: "Account removed" }).waitFor();
    },
  },
  {
    name: "not-me-failed",
    troubles: ["answer 400: POST /api/auth/not-me"],
    async reach(page) {
      await enter(page, "/not-me?token=garbage");
      await page.getByRole("button", { name: "Remove the account" }).click();
      await page.getByRole("heading", { name: "The account was not removed" }).waitFor();
    },
  },
  {
    name: "not-me-out-of-reach",
    troubles: ["no answer: POST /api/auth/not-me"],
    async reach(page) {
      await outOfReach(page, disowning);
      await enter(page, "/not-me?token=good");
      await page.getByRole("button", { name: "Remove the account" }).click();
      await page.getByRole("alert").filter({ hasText: "This did not work" }).waitFor();
    },
  },
  {
    name: "not-me-without-token",
    async reach(page) {
      await enter(page, "/not-me");
      await page.getByText("Please open the link of the email again.").waitFor();
    },
  },
  {
    name: "resend",
    async reach(page) {
      await enter(page, "/resend-verification");
      await page.getByRole("heading", { name: "Resend verification" }).waitFor();
    },
  },
  {
    name: "resend-incomplete",
    async reach(page) {
      await enter(page, "/resend-verification");
      await page.getByRole("button", { name: "Resend Verification Email" }).click();
      await page.getByText("Please enter your email address").waitFor();
    },
  },
  {
    name: "resend-sent",
    async reach(page, { wren }) {
      await given(page, resending, { body: { message: "A link is on its way." } });
      await enter(page, "/resend-verification");
      await page.getByLabel("Email").fill(wren.email);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
      await toast(page, "Verification Email Sent").waitFor();
    },
  },
];
