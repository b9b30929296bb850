import type { Page } from "playwright-core";
import { submitSignIn } from "../steps.ts";
import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const login = "/api/auth/login";
const form = (page: Page) => page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
const alert = (page: Page, text: string) =>
  page.getByRole("main").getByRole("alert").filter({ hasText: text }).waitFor();

async function refusedAs(page: Page, person: { email: string; password: string }) {
  await enter(page, "/login");
  await submitSignIn(page, person);
}

const unlocking = "/api/auth/unlock";
async function pressUnlock(page: Page) {
  await enter(page, "/unlock?token=garbage");
  await page.getByRole("button", { name: "Yes, end the wait" }).click();
}

const nobody = { email: "hazel@example.org", password: "not my password" };

/** The screens of signing in. */
export const signInScreens: readonly Screen[] = [
  {
    name: "login-on-the-way",
    async reach(page) {
      const id = "9f1c7a52-6d0e-4b83-a1f4-20c5e8d7b613";
      await given(page, `/api/oauth/applications/${id}`, { body: { name: "Sample Notes", logoUrl: null } });
      await enter(page, `/login?redirect=${encodeURIComponent(`/oauth/authorize?client_id=${id}`)}`);
      await page.getByText("You then go on to Sample Notes").waitFor();
    },
  },
  {
    name: "login",
    async reach(page) {
      await enter(page, "/login");
      await form(page);
    },
  },
  {
    name: "login-loading",
    alone: true,
    async reach(page) {
      await unanswered(page, "/assets/login-*.js");
      await page.goto("/login", { waitUntil: "commit" });
      await page.getByRole("status", { name: "Loading" }).waitFor();
    },
  },
  {
    name: "login-incomplete",
    async reach(page) {
      await enter(page, "/login");
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await page.getByText("Please enter your password").waitFor();
    },
  },
  {
    name: "login-sending",
    async reach(page) {
      await unanswered(page, login);
      await refusedAs(page, nobody);
      await page.getByRole("button", { name: "Signing in..." }).waitFor();
    },
  },
  {
    name: "login-wrong-password",
    troubles: ["answer 401: POST /api/auth/login"],
    async reach(page) {
      await refusedAs(page, nobody);
      await alert(page, "Email or password is not right");
      await toast(page, "Login failed").waitFor();
    },
  },
  {
    name: "login-not-verified",
    troubles: ["answer 403: POST /api/auth/login"],
    async reach(page, { wren }) {
      await refusedAs(page, wren);
      await alert(page, "Please verify your email address before logging in");
      await toast(page, "Email Verification Required").waitFor();
    },
  },
  {
    name: "login-check-your-email",
    async reach(page, { wren }) {
      await enter(page, "/login");
      await page.evaluate((token) => localStorage.setItem("token", token), wren.token);
      await page.reload();
      await page.getByText("Check your email", { exact: true }).waitFor();
    },
  },
  {
    name: "login-too-many-attempts",
    troubles: ["answer 429: POST /api/auth/login"],
    async reach(page) {
      const body = { message: "Too many attempts. Wait, then try again.", code: "too_many_attempts" };
      await given(page, login, { status: 429, headers: { "Retry-After": "42" }, body });
      await refusedAs(page, nobody);
      await page.getByText(/^Try again in \d+ seconds$/).waitFor();
    },
  },
  {
    name: "login-long-wait",
    troubles: ["answer 429: POST /api/auth/login"],
    async reach(page) {
      const body = { message: "Too many attempts. Wait, then try again.", code: "too_many_attempts" };
      await given(page, login, { status: 429, headers: { "Retry-After": "900" }, body });
      await refusedAs(page, nobody);
      await page.getByText("We may have sent you an email").waitFor();
    },
  },
  {
    name: "login-out-of-reach",
    troubles: ["no answer: POST /api/auth/login"],
    async reach(page) {
      await outOfReach(page, login);
      await refusedAs(page, nobody);
      await alert(page, "You are offline, or the service is");
    },
  },
  {
    name: "unlock",
    async reach(page) {
      await enter(page, "/unlock?token=good");
      await page.getByRole("button", { name: "Yes, end the wait" }).waitFor();
    },
  },
  {
    name: "unlock-sending",
    async reach(page) {
      await unanswered(page, unlocking);
      await pressUnlock(page);
      await page.getByRole("button", { name: "Ending the wait..." }).waitFor();
    },
  },
  {
    name: "unlock-done",
    async reach(page) {
      await given(page, unlocking, { body: { message: "You can sign in now." } });
      await pressUnlock(page);
      await page.getByRole("heading", { name: "You can sign in now" }).waitFor();
    },
  },
  {
    name: "unlock-refused",
    troubles: ["answer 400: POST /api/auth/unlock"],
    async reach(page) {
      await pressUnlock(page);
      await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    },
  },
  {
    name: "unlock-out-of-reach",
    troubles: ["no answer: POST /api/auth/unlock"],
    async reach(page) {
      await outOfReach(page, unlocking);
      await pressUnlock(page);
      await alert(page, "This did not work");
    },
  },
  {
    name: "unlock-without-token",
    async reach(page) {
      await enter(page, "/unlock");
      await page.getByText("Please open the link of the email again").waitFor();
    },
  },
];
