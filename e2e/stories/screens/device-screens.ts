import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { type Given, given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const question = "/api/oauth/device/request";
const answer = "/api/oauth/device";
const code = "BDFH-KMPR";

const player = {
  request: "0a4c2b3e-5d1f-4c6a-8b7e-9f0d1c2b3a4e",
  userCode: code,
  application: {
    name: "Sample Player",
    description: "Films and series on the screen in your living room.",
    logoUrl: null,
    registeredAt: "2025-03-02T10:00:00.000Z",
  },
  clientHost: null,
  scope: "openid profile offline_access",
  grantedScopes: [],
  api: null,
  grantedAt: null,
  expiresAt: "2030-03-02T10:15:00.000Z",
};

async function open(page: Page, search = "") {
  await enter(page, `/device${search}`);
  await page.getByRole("heading", { level: 1, name: "Connect a device" }).waitFor();
}

async function asked(page: Page, changed: object = {}) {
  await given(page, question, { body: { ...player, ...changed } });
  await open(page, `?user_code=${code}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Allow" }).waitFor();
}

async function refused(page: Page, answered: Given) {
  await given(page, question, answered);
  await open(page);
  await page.getByLabel("Code").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").waitFor();
}

const refusal = (status: number, refusalCode: string, message: string) => ({
  status,
  body: { message, code: refusalCode },
});

/** The screen on which a user answers a device. */
export const deviceScreens: readonly Screen[] = [
  { name: "device", signedIn: true, reach: (page) => open(page) },
  { name: "device-by-link", signedIn: true, reach: (page) => open(page, `?user_code=${code}`) },
  {
    name: "device-wrong-code",
    signedIn: true,
    troubles: ["answer 404: POST /api/oauth/device/request"],
    reach: (page) =>
      refused(page, refusal(404, "unknown_code", "No device shows this code. Check it, and enter it again.")),
  },
  {
    name: "device-expired-code",
    signedIn: true,
    troubles: ["answer 410: POST /api/oauth/device/request"],
    reach: (page) =>
      refused(
        page,
        refusal(410, "code_expired", "This code has expired. Start again on your device to get a new one."),
      ),
  },
  {
    name: "device-checking",
    signedIn: true,
    async reach(page) {
      await unanswered(page, question);
      await open(page, `?user_code=${code}`);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Checking..." }).waitFor();
    },
  },
  { name: "device-question", signedIn: true, reach: (page) => asked(page) },
  {
    name: "device-answering",
    signedIn: true,
    async reach(page) {
      await asked(page, { scope: "" });
      await unanswered(page, answer);
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByRole("button", { name: "Deny", disabled: true }).waitFor();
    },
  },
  {
    name: "device-failed",
    signedIn: true,
    troubles: ["answer 409: POST /api/oauth/device"],
    async reach(page) {
      await asked(page);
      const message = "This code was used already. Start again on your device to get a new one.";
      await given(page, answer, refusal(409, "code_used", message));
      await page.getByRole("button", { name: "Allow" }).click();
      await toast(page, "The device was not answered").waitFor();
    },
  },
  {
    name: "device-allowed",
    signedIn: true,
    async reach(page) {
      await asked(page);
      await given(page, answer, { body: { message: "Device allowed" } });
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByRole("heading", { name: "You can go back to your device" }).waitFor();
    },
  },
  {
    name: "device-denied",
    signedIn: true,
    async reach(page) {
      await asked(page);
      await given(page, answer, { body: { message: "Device refused" } });
      await page.getByRole("button", { name: "Deny" }).click();
      await page.getByRole("heading", { name: "The device was refused" }).waitFor();
    },
  },
];
