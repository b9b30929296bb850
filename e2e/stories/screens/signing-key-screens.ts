import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const path = "/api/admin/signing-keys";
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const key = (id: string, facts: object) => ({
  id: `${id}bLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9`.slice(0, 43),
  algorithm: "ES256",
  state: "current",
  isPublished: true,
  createdAt: inHours(-2400),
  maySignAt: inHours(-2376),
  signsSince: inHours(-1),
  replacedAt: null,
  leavesAt: null,
  ...facts,
});
const waiting = { state: "next", createdAt: inHours(-1), maySignAt: inHours(23), signsSince: null };
const replaced = { state: "previous", signsSince: inHours(-2400), replacedAt: inHours(-1), leavesAt: inHours(1) };
const gone = { isPublished: false, signsSince: inHours(-4800), replacedAt: inHours(-2400), leavesAt: inHours(-2398) };

/** Keys in every state. */
const keys = [
  key("Nz", { ...waiting, algorithm: "RS256" }),
  key("0v", waiting),
  key("Ab", { algorithm: "RS256" }),
  key("Cd", {}),
  key("Ef", { ...replaced, algorithm: "RS256" }),
  key("Gh", replaced),
  key("Ij", { ...gone, state: "withdrawn" }),
  key("Kl", { ...gone, state: "retired" }),
];

async function givenKeys(page: Page): Promise<void> {
  await asAdmin(page);
  await given(page, path, { body: { keys } });
  await enter(page, "/admin/signing-keys");
  await page.getByText("Withdrawn").waitFor();
}

/** The keys that sign tokens, as admins see them. */
export const signingKeyScreens: readonly Screen[] = [
  { name: "admin-signing-keys", signedIn: true, reach: givenKeys },
  {
    name: "admin-signing-keys-question",
    signedIn: true,
    async reach(page) {
      await givenKeys(page);
      await page.getByRole("radio", { name: "At once, because a key is compromised" }).check();
      await page.getByRole("button", { name: "Rotate" }).click();
      await page.getByRole("alertdialog", { name: "Rotate the signing keys?" }).waitFor();
    },
  },
  {
    name: "admin-signing-keys-empty",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, path, { body: { keys: [] } });
      await enter(page, "/admin/signing-keys");
      await page.getByText("No keys yet").waitFor();
    },
  },
  {
    name: "admin-signing-keys-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, path);
      await enter(page, "/admin/signing-keys");
      await page.getByRole("status", { name: "Loading the keys" }).waitFor();
    },
  },
  {
    name: "admin-signing-keys-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${path}`],
    async reach(page) {
      await asAdmin(page);
      await given(page, path, behind);
      await enter(page, "/admin/signing-keys");
      await page.getByText("The keys could not be loaded").waitFor();
    },
  },
];
