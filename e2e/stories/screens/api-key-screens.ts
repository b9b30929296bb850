import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { given, outOfReach } from "./answers.ts";
import type { Cast } from "./cast.ts";
import { apiKeys, keysPath, openPortal } from "./developer-samples.ts";
import type { Screen } from "./screen.ts";

const [nightly] = apiKeys;
const keyValue = "atk_5d2e9c41-0f0f-4d0a-9b1e-111111111111_SAMPLEonlyQm7Zx2Vt9Lr4Ks8Bn6Wd3SAMPLEonlyQm7Z_1a2b3c4d";

async function newKey(page: Page, cast: Cast) {
  await openPortal(page, cast);
  await page.getByRole("button", { name: "New Key" }).click();
  return page.getByRole("dialog", { name: "New Key" });
}

/** API keys in the developer portal. */
export const apiKeyScreens: readonly Screen[] = [
  {
    name: "api-keys-pro-required",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast, { applications: [], keys: [], isPro: false });
      await page.getByText("Pro Required").waitFor();
    },
  },
  {
    name: "api-keys-prefix-copied",
    signedIn: true,
    async reach(page, cast) {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await openPortal(page, cast);
      await page.getByRole("button", { name: "Copy the prefix of Nightly report" }).click();
      await toast(page, "Key prefix copied (full key not retrievable)").waitFor();
    },
  },
  {
    name: "api-keys-invitations-used-up",
    signedIn: true,
    async reach(page, cast) {
      const resumesAt = new Date(Date.now() + 7_200_500).toISOString();
      await openPortal(page, cast, { invitations: { limit: 47, used: 47, lapsed: 3, resumesAt } });
      await page.getByText("47 of 47 in the last 24 hours").waitFor();
    },
  },
  {
    name: "api-key-new",
    signedIn: true,
    async reach(page, cast) {
      await newKey(page, cast);
    },
  },
  {
    name: "api-key-new-invalid",
    signedIn: true,
    async reach(page, cast) {
      const dialog = await newKey(page, cast);
      for (const box of await dialog.getByRole("checkbox").all()) await box.uncheck();
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("Choose at least one scope").waitFor();
    },
  },
  {
    name: "api-key-new-refused",
    signedIn: true,
    troubles: [`no answer: POST ${keysPath}`],
    async reach(page, cast) {
      const dialog = await newKey(page, cast);
      await outOfReach(page, keysPath);
      await dialog.getByLabel("Name").fill("Nightly report");
      await dialog.getByLabel("List users (users:read)").check();
      await dialog.getByRole("button", { name: "Create" }).click();
      await toast(page, "Creation failed").waitFor();
    },
  },
  {
    name: "api-key-once",
    signedIn: true,
    async reach(page, cast) {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const dialog = await newKey(page, cast);
      await dialog.getByLabel("Name").fill("Nightly report");
      await dialog.getByLabel("List users (users:read)").check();
      await given(page, keysPath, { method: "POST", status: 201, body: { apiKey: { ...nightly, keyValue } } });
      await dialog.getByRole("button", { name: "Create" }).click();
      await page.getByText("It is on your clipboard now.").waitFor();
    },
  },
  {
    name: "api-key-delete",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast);
      await page.getByRole("button", { name: "Delete Nightly report" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "api-key-delete-refused",
    signedIn: true,
    troubles: [`no answer: DELETE ${keysPath}/${nightly?.id}`],
    async reach(page, cast) {
      await openPortal(page, cast);
      await outOfReach(page, `${keysPath}/*`);
      await page.getByRole("button", { name: "Delete Nightly report" }).click();
      await page.getByRole("button", { name: "Delete key" }).click();
      await toast(page, "Delete failed").waitFor();
    },
  },
];
