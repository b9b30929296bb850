import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { given, outOfReach, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";
import { sampleCodes, withTwoFactor } from "./two-factor-screens.ts";

const keys = "/api/user/hardware-keys";
const begin = "/api/auth/webauthn/register-begin";
const complete = "/api/auth/webauthn/register-complete";

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
  await enter(page, "/dashboard");
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

const options = {
  challenge: "AAAA",
  rp: { id: "localhost", name: "Attestory" },
  user: { id: "AAAA", name: "juniper@example.com", displayName: "Juniper Hale" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "preferred", requireResidentKey: false, userVerification: "preferred" },
  attestation: "none",
  extensions: { credProps: true },
};

/** Registers a key as if the browser had one. */
async function registered(page: Page, recoveryCodes: readonly string[]) {
  await given(page, begin, { body: options });
  await given(page, complete, { body: { message: "The key was added.", hardwareKey: blueKey, recoveryCodes } });
  const dialog = await listed(page);
  await page.evaluate(() => {
    const bytes = new ArrayBuffer(1);
    const credential = {
      id: "AA",
      rawId: bytes,
      type: "public-key",
      response: { clientDataJSON: bytes, attestationObject: bytes },
      getClientExtensionResults: () => ({}),
    };
    Object.assign(navigator.credentials, { create: async () => credential });
  });
  await dialog.getByRole("button", { name: "Add a key" }).click();
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
    name: "hardware-keys-adding",
    signedIn: true,
    async reach(page) {
      await unanswered(page, begin);
      const dialog = await listed(page);
      await dialog.getByRole("button", { name: "Add a key" }).click();
      await dialog.getByRole("button", { name: "Follow your browser..." }).waitFor();
    },
  },
  {
    name: "hardware-keys-added",
    alone: true,
    signedIn: true,
    async reach(page) {
      await registered(page, sampleCodes);
      await page.getByRole("alertdialog").getByText("Save your recovery codes").waitFor();
      await toast(page, "Hardware key added").waitFor();
    },
  },
  {
    name: "hardware-keys-refused",
    signedIn: true,
    troubles: [`answer 409: GET ${begin}`],
    async reach(page) {
      const body = { message: "This account has 20 hardware keys. Remove one first.", code: "too_many_keys" };
      await given(page, begin, { status: 409, body });
      await (await listed(page)).getByRole("button", { name: "Add a key" }).click();
      await toast(page, "Registration failed").waitFor();
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
