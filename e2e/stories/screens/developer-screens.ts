import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import {
  apiKeys,
  applicationsPath,
  keysPath,
  notes,
  openPortal,
  someInvitations,
  withRoles,
} from "./developer-samples.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

/** The developer portal and its applications. */
export const developerScreens: readonly Screen[] = [
  { name: "developer", signedIn: true, reach: (page, cast) => openPortal(page, cast) },
  {
    name: "developer-empty",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast, { applications: [], keys: [] });
      await page.getByText("No applications yet").waitFor();
    },
  },
  {
    name: "developer-no-requests",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast, { applications: [notes], requests: [] });
      await page.getByText("No failed requests").waitFor();
    },
  },
  {
    name: "developer-could-use-pkce",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast, { applications: [notes], couldUsePkce: true });
      await page.getByText("This application could use PKCE").waitFor();
    },
  },
  {
    name: "developer-loading",
    signedIn: true,
    async reach(page, cast) {
      await withRoles(page, cast, { isDeveloper: true, isPro: true });
      await unanswered(page, applicationsPath);
      await unanswered(page, keysPath);
      await enter(page, "/dashboard/developer");
      await page.getByRole("status", { name: "Loading your applications" }).waitFor();
    },
  },
  {
    name: "developer-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${applicationsPath}`, `answer 503: GET ${keysPath}`],
    async reach(page, cast) {
      await withRoles(page, cast, { isDeveloper: true, isPro: true });
      await given(page, applicationsPath, behind);
      await given(page, keysPath, behind);
      await enter(page, "/dashboard/developer");
      await page.getByText("Your applications could not be loaded").waitFor();
      await page.getByText("Your API keys could not be loaded").waitFor();
    },
  },
  {
    name: "developer-requests-out-of-reach",
    signedIn: true,
    troubles: [`no answer: GET ${applicationsPath}/${notes.id}/requests`],
    async reach(page, cast) {
      await outOfReach(page, `${applicationsPath}/${notes.id}/requests*`);
      await withRoles(page, cast, { isDeveloper: true });
      await given(page, applicationsPath, { body: { applications: [notes], clientSecretDisplay: "always" } });
      await given(page, keysPath, { body: { apiKeys, invitations: someInvitations, contactEmail: null } });
      await enter(page, "/dashboard/developer");
      await page.getByText("The last requests could not be loaded").waitFor();
    },
  },
  {
    name: "developer-not-yet",
    signedIn: true,
    async reach(page) {
      await enter(page, "/dashboard/developer");
      await page.getByRole("button", { name: "Enable Developer Access" }).waitFor();
    },
  },
  {
    name: "developer-not-enabled",
    signedIn: true,
    troubles: ["no answer: POST /api/user/enable-developer"],
    async reach(page) {
      await outOfReach(page, "/api/user/enable-developer");
      await enter(page, "/dashboard/developer");
      await page.getByRole("button", { name: "Enable Developer Access" }).click();
      await toast(page, "Error enabling developer access").waitFor();
    },
  },
  {
    name: "dashboard-developer-tools",
    signedIn: true,
    async reach(page, cast) {
      await withRoles(page, cast, { isDeveloper: true });
      await enter(page, "/dashboard");
      await page.getByRole("heading", { name: "Developer Tools" }).waitFor();
    },
  },
  {
    name: "docs-not-yet-developer",
    signedIn: true,
    async reach(page) {
      await enter(page, "/docs");
      await page.getByRole("button", { name: "Enable Developer Access" }).waitFor();
    },
  },
];
