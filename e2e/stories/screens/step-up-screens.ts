import type { Page } from "playwright-core";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const begin = "/api/auth/step-up/begin";
const stepUp = "/api/auth/step-up";
const guarded = "/api/auth/webauthn/register-begin";
const refused = "answer 403: GET /api/auth/webauthn/register-begin";

/** Asks for a call that needs a recent authentication, of a session without one. */
async function ask(page: Page) {
  await given(page, guarded, {
    status: 403,
    body: { message: "Please confirm that it is you", code: "reauthentication_required" },
  });
  await given(page, "/api/user/hardware-keys", { body: { hardwareKeys: [] } });
  await enter(page, "/dashboard");
  await page.getByRole("button", { name: "Manage hardware keys" }).click();
  await page.getByRole("button", { name: "Add a key" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await dialog.waitFor();
  return dialog;
}

const keyOptions = {
  challenge: "AAAA",
  rpId: "localhost",
  timeout: 300_000,
  allowCredentials: [{ id: "AAAA", type: "public-key" }],
  userVerification: "preferred",
};
const withMethods = (page: Page, methods: string[]) =>
  given(page, begin, { body: { methods, options: methods.includes("hardware_key") ? keyOptions : null } });

async function confirm(page: Page) {
  await withMethods(page, ["password"]);
  const dialog = await ask(page);
  await dialog.getByLabel("Current password").fill("not my password");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  return dialog;
}

export const stepUpScreens: readonly Screen[] = [
  {
    name: "step-up",
    signedIn: true,
    troubles: [refused],
    async reach(page) {
      await withMethods(page, ["password"]);
      await (await ask(page)).getByLabel("Current password").waitFor();
    },
  },
  {
    name: "step-up-with-every-way",
    signedIn: true,
    troubles: [refused],
    async reach(page) {
      await withMethods(page, ["password", "totp", "recovery_code", "hardware_key"]);
      await (await ask(page)).getByRole("button", { name: "Use a hardware key" }).waitFor();
    },
  },
  {
    name: "step-up-code-refused",
    signedIn: true,
    troubles: [refused, `answer 400: POST ${stepUp}`],
    async reach(page) {
      await withMethods(page, ["totp", "recovery_code"]);
      const sentence =
        "This code is not right. Enter the newest one of your app, or a recovery code that you have not used.";
      const body = { message: sentence, code: "invalid_code", fields: { totpCode: sentence } };
      await given(page, stepUp, { status: 400, body });
      const dialog = await ask(page);
      await dialog.getByLabel("Two-Factor Authentication Code").fill("123456");
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await dialog.getByText(sentence).waitFor();
    },
  },
  {
    name: "step-up-email-sent",
    signedIn: true,
    troubles: [refused],
    async reach(page) {
      await withMethods(page, ["hardware_key", "email_code"]);
      await given(page, "/api/auth/step-up/email", { body: { message: "We sent a code to your email address" } });
      const dialog = await ask(page);
      await dialog.getByRole("button", { name: "Send a code" }).click();
      await dialog.getByText("We sent it to your address.").waitFor();
    },
  },
  {
    name: "step-up-email-out-of-reach",
    signedIn: true,
    troubles: [refused, "no answer: POST /api/auth/step-up/email"],
    async reach(page) {
      await withMethods(page, ["email_code"]);
      await outOfReach(page, "/api/auth/step-up/email");
      const dialog = await ask(page);
      await dialog.getByRole("button", { name: "Send a code" }).click();
      await dialog.getByText("The service could not be reached").waitFor();
    },
  },
  {
    name: "step-up-loading",
    signedIn: true,
    troubles: [refused],
    async reach(page) {
      await unanswered(page, begin);
      await (await ask(page)).getByRole("status", { name: "Loading" }).waitFor();
    },
  },
  {
    name: "step-up-out-of-reach",
    signedIn: true,
    troubles: [refused, `no answer: POST ${begin}`],
    async reach(page) {
      await outOfReach(page, begin);
      await (await ask(page)).getByText("Your ways to confirm could not be loaded").waitFor();
    },
  },
  {
    name: "step-up-refused",
    signedIn: true,
    troubles: [refused, `answer 400: POST ${stepUp}`],
    async reach(page) {
      const fields = { currentPassword: "This is not your current password" };
      const body = { message: "Your current password is not right", code: "wrong_password", fields };
      await given(page, stepUp, { status: 400, body });
      await (await confirm(page)).getByText(fields.currentPassword).waitFor();
    },
  },
  {
    name: "step-up-wait",
    signedIn: true,
    troubles: [refused, `answer 429: POST ${stepUp}`],
    async reach(page) {
      const body = { message: "Too many attempts. Wait, then try again.", code: "too_many_attempts" };
      await given(page, stepUp, { status: 429, headers: { "Retry-After": "900" }, body });
      await (await confirm(page)).getByText(/^Try again in/).waitFor();
    },
  },
  {
    name: "step-up-confirming",
    signedIn: true,
    troubles: [refused],
    async reach(page) {
      await unanswered(page, stepUp);
      const dialog = await confirm(page);
      await dialog.getByRole("button", { name: "Confirm" }).and(page.locator("[aria-busy=true]")).waitFor();
    },
  },
];
