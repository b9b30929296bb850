import type { Page } from "playwright-core";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const inbox = "/api/dev/inbox";

const at = (path: string, heading: string) => async (page: Page) => {
  await enter(page, path);
  await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
};

const menu = async (page: Page, path: string) => {
  await enter(page, path);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
};

/** The documentation, with this text in its search. */
const searched = async (page: Page, text: string) => {
  await enter(page, "/docs");
  await page.getByRole("combobox", { name: "Search the documentation" }).fill(text);
};

/** The frame, and the pages that need no account. */
export const pageScreens: readonly Screen[] = [
  { name: "about", reach: at("/about", "Accounts you can account for") },
  { name: "about-signed-in", signedIn: true, reach: at("/about", "Accounts you can account for") },
  { name: "docs-quick-start", reach: at("/docs", "1. Create an account") },
  { name: "docs-oauth-flow", reach: at("/docs?tab=oauth-flow", "1. Send the browser here") },
  { name: "docs-api-reference", reach: at("/docs?tab=api-reference", "Calls") },
  { name: "docs-code-examples", reach: at("/docs?tab=code-examples", "JavaScript") },
  {
    name: "docs-search",
    async reach(page) {
      await searched(page, "token secret");
      await page.getByRole("group", { name: "Calls of the API" }).waitFor();
      await page.getByRole("group", { name: "OAuth Flow" }).waitFor();
    },
  },
  {
    name: "docs-search-nothing",
    async reach(page) {
      await searched(page, "saml metadata");
      await page.getByText("Nothing in the documentation has").waitFor();
    },
  },
  {
    name: "docs-api",
    async reach(page) {
      await enter(page, "/docs/api");
      await page.getByLabel("Find a call").fill("sign in with email");
      await page.getByText("POST /api/auth/login", { exact: true }).click();
      await page.getByText("signIn", { exact: true }).waitFor();
    },
  },
  {
    name: "not-found",
    alone: true,
    troubles: ["answer 404: GET /dashbord"],
    reach: at("/dashbord", "There is nothing at this address"),
  },
  {
    name: "not-found-signed-in",
    signedIn: true,
    alone: true,
    troubles: ["answer 404: GET /dashbord"],
    async reach(page) {
      await at("/dashbord", "There is nothing at this address")(page);
      await page.getByRole("button", { name: /^Account menu/ }).waitFor();
    },
  },
  { name: "inbox", reach: at("/dev/inbox", "Verify your email address") },
  {
    name: "inbox-empty",
    async reach(page) {
      await given(page, inbox, { body: [] });
      await enter(page, "/dev/inbox");
      await page.getByText("No emails yet").waitFor();
    },
  },
  {
    name: "inbox-loading",
    async reach(page) {
      await unanswered(page, inbox);
      await enter(page, "/dev/inbox");
      await page.getByRole("status", { name: "Loading emails" }).waitFor();
    },
  },
  {
    name: "inbox-problem",
    troubles: ["answer 503: GET /api/dev/inbox"],
    async reach(page) {
      await given(page, inbox, behind);
      await enter(page, "/dev/inbox");
      await page.getByText("The emails could not be loaded").waitFor();
    },
  },
  {
    name: "inbox-none",
    troubles: ["answer 404: GET /api/dev/inbox"],
    async reach(page) {
      await given(page, inbox, { status: 404, body: { message: "There is nothing here", code: "not_found" } });
      await enter(page, "/dev/inbox");
      await page.getByText("There is no inbox here").waitFor();
    },
  },
  {
    name: "broken-screen",
    alone: true,
    troubles: ["no answer: GET /assets/about-", "console error: "],
    async reach(page) {
      await outOfReach(page, "/assets/about-*.js");
      await enter(page, "/about");
      await page.getByText("This screen could not be shown").waitFor();
    },
  },
  {
    name: "outdated-screen",
    alone: true,
    troubles: ["answer 404: GET /assets/about-", "console error: "],
    async reach(page) {
      await given(page, "/assets/about-*.js", { status: 404, body: {} });
      await enter(page, "/about");
      await page.getByRole("button", { name: "Reload the page" }).waitFor();
    },
  },
  {
    name: "account-menu",
    signedIn: true,
    only: "wide",
    async reach(page) {
      await enter(page, "/dashboard");
      await page.getByRole("button", { name: /^Account menu/ }).click();
      await page.getByRole("menuitem", { name: "Log out" }).waitFor();
    },
  },
  { name: "menu", only: "narrow", reach: (page) => menu(page, "/login") },
  { name: "menu-signed-in", signedIn: true, only: "narrow", reach: (page) => menu(page, "/dashboard") },
];
