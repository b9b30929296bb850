import { given, outOfReach } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const invalid = { message: "This link was used already or has expired.", code: "invalid_token" };

/** The page of a link about an address, in each of its states. */
const linkScreens = (page: string, button: string, done: string): Screen[] => [
  {
    name: page,
    async reach(tab) {
      await enter(tab, `/${page}?token=good`);
      await tab.getByRole("button", { name: button }).waitFor();
    },
  },
  {
    name: `${page}-done`,
    async reach(tab) {
      await given(tab, `/api/auth/${page}`, { body: { message: "This is done." } });
      await enter(tab, `/${page}?token=good`);
      await tab.getByRole("button", { name: button }).click();
      await tab.getByRole("heading", { name: done }).waitFor();
    },
  },
  {
    name: `${page}-refused`,
    troubles: [`answer 400: POST /api/auth/${page}`],
    async reach(tab) {
      await given(tab, `/api/auth/${page}`, { status: 400, body: invalid });
      await enter(tab, `/${page}?token=good`);
      await tab.getByRole("button", { name: button }).click();
      await tab.getByRole("heading", { name: "This link does not work" }).waitFor();
    },
  },
  {
    name: `${page}-out-of-reach`,
    troubles: [`no answer: POST /api/auth/${page}`],
    async reach(tab) {
      await outOfReach(tab, `/api/auth/${page}`);
      await enter(tab, `/${page}?token=good`);
      await tab.getByRole("button", { name: button }).click();
      await tab.getByRole("alert").filter({ hasText: "This did not work" }).first().waitFor();
    },
  },
];

/** Changes of the address and the username. */
export const emailChangeScreens: readonly Screen[] = [
  ...linkScreens("confirm-email", "Use this address", "Your address is changed"),
  ...linkScreens("undo-email", "Undo the change", "Your address is restored"),
  {
    name: "email-change",
    signedIn: true,
    async reach(page) {
      await enter(page, "/dashboard");
      await page.getByRole("button", { name: "Change email" }).click();
      await page.getByRole("dialog", { name: "Change email address" }).waitFor();
    },
  },
  {
    name: "email-change-requested",
    signedIn: true,
    async reach(page) {
      const pending = { email: "june@example.net", expiresAt: "2030-01-01T00:00:00.000Z" };
      await given(page, "/api/user/email", { body: { email: "juniper@example.com", pending } });
      await enter(page, "/dashboard");
      await page.getByText("We sent a link to june@example.net").waitFor();
    },
  },
  {
    name: "email-change-taken",
    signedIn: true,
    troubles: ["answer 409: PUT /api/user/email"],
    async reach(page) {
      const body = { message: "This email address already has an account. Use another one.", code: "email_taken" };
      await enter(page, "/dashboard");
      await page.getByRole("button", { name: "Change email" }).click();
      await given(page, "/api/user/email", { status: 409, body });
      await page.getByLabel("New email address").fill("wren@example.com");
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.getByText("already has an account").waitFor();
    },
  },
  {
    name: "username-change",
    signedIn: true,
    async reach(page) {
      await enter(page, "/dashboard");
      await page.getByRole("button", { name: "Change username" }).click();
      await page.getByRole("dialog", { name: "Change username" }).waitFor();
    },
  },
  {
    name: "username-change-taken",
    signedIn: true,
    async reach(page) {
      await enter(page, "/dashboard");
      await page.getByRole("button", { name: "Change username" }).click();
      await page.getByRole("dialog").getByLabel("Username").fill("wren");
      await page.getByText("This username is taken").waitFor();
    },
  },
];
