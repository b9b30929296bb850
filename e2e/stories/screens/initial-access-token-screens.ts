import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const path = "/api/admin/initial-access-tokens";
const screen = "/admin/initial-access-tokens";
const fern = { id: "5f0c1d7e-6f0e-4b6a-9a53-0d6f6c1f2b11", username: "fern" };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const token = (label: string | null, facts: object = {}) => ({
  id: crypto.randomUUID(),
  label,
  madeAt: inDays(-2),
  madeBy: fern,
  expiresAt: inDays(5),
  uses: 1,
  used: 0,
  state: "open",
  ...facts,
});

/** Tokens in every state. */
const listed = [
  token("Build server"),
  token("Gateway of the partners", { uses: 1000, used: 312 }),
  token("Try-out", { used: 1, state: "used" }),
  token("Conformance suite", { uses: 25, used: 3, state: "expired", expiresAt: inDays(-1) }),
  token("L".repeat(100), { state: "revoked" }),
  token(null, { state: "no-admin", madeBy: { ...fern, username: null } }),
];

async function givenTokens(page: Page): Promise<void> {
  await asAdmin(page);
  await given(page, path, { body: { initialAccessTokens: listed, nextCursor: "WyIwIiwiMCJd" } });
  await enter(page, screen);
  await page.getByText("Build server").waitFor();
}

async function beginToken(page: Page): Promise<void> {
  await givenTokens(page);
  await page.getByRole("button", { name: "New Token" }).click();
}

/** The tokens with which applications register themselves, as admins see them. */
export const initialAccessTokenScreens: readonly Screen[] = [
  { name: "admin-initial-access-tokens", signedIn: true, reach: givenTokens },
  {
    name: "admin-initial-access-tokens-empty",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, path, { body: { initialAccessTokens: [], nextCursor: null } });
      await enter(page, screen);
      await page.getByText("No tokens yet").waitFor();
    },
  },
  {
    name: "admin-initial-access-tokens-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, path);
      await enter(page, screen);
      await page.getByRole("status", { name: "Loading the tokens" }).waitFor();
    },
  },
  {
    name: "admin-initial-access-tokens-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${path}`],
    async reach(page) {
      await asAdmin(page);
      await given(page, path, behind);
      await enter(page, screen);
      await page.getByText("The tokens could not be loaded").waitFor();
    },
  },
  {
    name: "admin-new-initial-access-token",
    signedIn: true,
    async reach(page) {
      await beginToken(page);
      await page.getByRole("button", { name: "Make Token" }).click();
      await page.getByText("Please enter a label").waitFor();
    },
  },
  {
    name: "admin-made-initial-access-token",
    signedIn: true,
    async reach(page) {
      await beginToken(page);
      const { id, label, expiresAt, uses } = token("Build server");
      const text = `ati_${id}_${"Kd8".repeat(14)}k`;
      const body = { initialAccessToken: { id, label, expiresAt, uses, token: text } };
      await given(page, path, { method: "POST", status: 201, body });
      await page.getByRole("textbox", { name: "Label" }).fill("Build server");
      await page.getByRole("button", { name: "Make Token" }).click();
      await page.getByRole("heading", { name: "Your token is ready" }).waitFor();
    },
  },
  {
    name: "admin-revoke-initial-access-token",
    signedIn: true,
    async reach(page) {
      await givenTokens(page);
      await page.getByRole("button", { name: "Revoke the token Build server" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
];
