import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { behind, given, outOfReach, type Screen, unanswered } from "./screen.ts";
import { withTwoFactor } from "./two-factor-screens.ts";

const keys = "/api/user/hardware-keys";

const blueKey = {
  id: "0a4c2b3e-5d1f-4c6a-8b7e-9f0d1c2b3a4e",
  name: "Blue key on my ring",
  createdAt: "2026-09-03T09:12:00.000Z",
  lastUsed: "2026-11-20T08:02:11.000Z",
};
const laptop = {
  id: "1b5d3c4f-6e2a-4d7b-9c8f-0a1e2d3c4b5f",
  name: "Laptop, touch sensor",
  createdAt: "2026-10-12T17:40:00.000Z",
  lastUsed: null,
};

async function open(page: Page) {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Manage hardware keys" }).click();
  return page.getByRole("dialog", { name: "Hardware Keys" });
}

async function listed(page: Page, hardwareKeys: object[] = [blueKey, laptop]) {
  await given(page, keys, { body: { hardwareKeys } });
  const dialog = await open(page);
  await dialog.getByText(blueKey.name).waitFor();
  return dialog;
}

async function renaming(page: Page) {
  const dialog = await listed(page);
  await dialog.getByRole("button", { name: `Rename ${laptop.name}` }).click();
  await dialog.getByLabel("Name of the key").waitFor();
  return dialog;
}

async function removing(page: Page, hardwareKeys: object[]) {
  await (await listed(page, hardwareKeys)).getByRole("button", { name: `Remove ${blueKey.name}` }).click();
  await page.getByRole("alertdialog").waitFor();
}

/** The list of the user's hardware keys. */
export const hardwareKeyScreens: readonly Screen[] = [
  {
    name: "hardware-keys",
    signedIn: true,
    async reach(page) {
      await listed(page);
    },
  },
  {
    name: "hardware-keys-loading",
    signedIn: true,
    async reach(page) {
      await unanswered(page, keys);
      await (await open(page)).getByRole("status", { name: "Loading your hardware keys" }).waitFor();
    },
  },
  {
    name: "hardware-keys-empty",
    signedIn: true,
    async reach(page) {
      await given(page, keys, { body: { hardwareKeys: [] } });
      await (await open(page)).getByText("No hardware keys registered").waitFor();
    },
  },
  {
    name: "hardware-keys-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${keys}`],
    async reach(page) {
      await given(page, keys, behind);
      await (await open(page)).getByText("Your hardware keys could not be loaded").waitFor();
    },
  },
  {
    name: "hardware-keys-out-of-reach",
    signedIn: true,
    troubles: [`no answer: GET ${keys}`],
    async reach(page) {
      await outOfReach(page, keys);
      await (await open(page)).getByText("Your hardware keys could not be loaded").waitFor();
    },
  },
  {
    name: "hardware-keys-rename",
    signedIn: true,
    async reach(page) {
      await renaming(page);
    },
  },
  {
    name: "hardware-keys-rename-refused",
    signedIn: true,
    troubles: [`no answer: PUT ${keys}`],
    async reach(page) {
      await outOfReach(page, `${keys}/*`);
      const dialog = await renaming(page);
      await dialog.getByLabel("Name of the key").fill("Work laptop");
      await dialog.getByRole("button", { name: "Save" }).click();
      await toast(page, "Update failed").waitFor();
    },
  },
  {
    name: "hardware-keys-remove",
    signedIn: true,
    async reach(page) {
      await removing(page, [blueKey, laptop]);
    },
  },
  {
    name: "hardware-keys-remove-last",
    signedIn: true,
    async reach(page) {
      await removing(page, [blueKey]);
    },
  },
  {
    name: "hardware-keys-remove-last-with-app",
    signedIn: true,
    async reach(page, { url, juniper }) {
      await withTwoFactor(page, url, juniper.token);
      await removing(page, [blueKey]);
    },
  },
];
