import { openUser, userPath, withUser } from "./admin-user-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const protection = {
  hasPassword: true,
  sessions: 2,
  consents: 1,
  apiKeys: 0,
  hardwareKeys: 1,
  twoFactorEnabled: true,
  recoveryCodes: 10,
  trustedBrowsers: 3,
};

/** "Secure this account", on an admin's page of a user and on one's own dashboard. */
export const secureScreens: readonly Screen[] = [
  {
    name: "admin-user-secure",
    signedIn: true,
    async reach(page) {
      await withUser(page);
      await given(page, `${userPath}/protection`, { body: protection });
      await openUser(page);
      await page.getByRole("button", { name: "Secure this account" }).click();
      await page.getByRole("checkbox", { name: "API keys" }).waitFor();
    },
  },
  {
    name: "admin-user-secure-loading",
    signedIn: true,
    async reach(page) {
      await withUser(page);
      await unanswered(page, `${userPath}/protection`);
      await openUser(page);
      await page.getByRole("button", { name: "Secure this account" }).click();
      await page.getByRole("status", { name: "Reading the account" }).waitFor();
    },
  },
  {
    name: "admin-user-secure-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${userPath}/protection`],
    async reach(page) {
      await withUser(page);
      await given(page, `${userPath}/protection`, behind);
      await openUser(page);
      await page.getByRole("button", { name: "Secure this account" }).click();
      await page.getByText("The account could not be read").waitFor();
    },
  },
  {
    name: "secure-account",
    signedIn: true,
    async reach(page) {
      const nothing = { sessions: 0, consents: 0, hardwareKeys: 0, recoveryCodes: 0, trustedBrowsers: 0 };
      await given(page, "/api/user/protection", { body: { ...protection, ...nothing, twoFactorEnabled: false } });
      await enter(page, "/dashboard");
      await page.getByRole("button", { name: "Secure", exact: true }).click();
      await page.getByRole("checkbox", { name: "Trusted browsers" }).uncheck();
    },
  },
];
