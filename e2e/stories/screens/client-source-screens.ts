import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const path = "/api/admin/client-sources";
const screen = "/admin/client-sources";
const fern = { id: "5f0c1d7e-6f0e-4b6a-9a53-0d6f6c1f2b11", username: "fern" };

const source = (urlPrefix: string, allowedBy: { id: string; username: string | null } = fern) => ({
  id: crypto.randomUUID(),
  urlPrefix,
  allowedAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  allowedBy,
  removed: null as { at: string; by: typeof allowedBy } | null,
  state: "allowed",
});

const listed = [
  source("https://tools.example/"),
  source("https://clients.partner.example:8443/mcp/"),
  source(`https://${"long-".repeat(10)}name.example/${"folder/".repeat(20)}`),
  { ...source("https://former.example/", { ...fern, username: null }), state: "no-admin" },
  {
    ...source("https://old.example/"),
    state: "removed",
    removed: { at: new Date(Date.now() - 86_400_000).toISOString(), by: fern },
  },
];

async function givenSources(page: Page): Promise<void> {
  await asAdmin(page);
  await given(page, path, { body: { clientSources: listed, nextCursor: null } });
  await enter(page, screen);
  await page.getByText("https://tools.example/").waitFor();
}

/** From where applications may describe themselves, as admins see it. */
export const clientSourceScreens: readonly Screen[] = [
  { name: "admin-client-sources", signedIn: true, reach: givenSources },
  {
    name: "admin-client-sources-empty",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, path, { body: { clientSources: [], nextCursor: null } });
      await enter(page, screen);
      await page.getByText("No addresses yet").waitFor();
    },
  },
  {
    name: "admin-client-sources-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, path);
      await enter(page, screen);
      await page.getByRole("status", { name: "Loading the addresses" }).waitFor();
    },
  },
  {
    name: "admin-client-sources-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${path}`],
    async reach(page) {
      await asAdmin(page);
      await given(page, path, behind);
      await enter(page, screen);
      await page.getByText("The addresses could not be loaded").waitFor();
    },
  },
  {
    name: "admin-allow-client-source",
    signedIn: true,
    async reach(page) {
      await givenSources(page);
      await page.getByRole("button", { name: "Allow Address" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Allow Address" }).click();
      await page.getByText("Enter a host, or the beginning of an address up to a slash").waitFor();
    },
  },
  {
    name: "admin-remove-client-source",
    signedIn: true,
    async reach(page) {
      await givenSources(page);
      await page.getByRole("button", { name: "Remove https://tools.example/" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
];
