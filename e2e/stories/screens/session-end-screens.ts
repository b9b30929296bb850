import type { Page } from "playwright-core";
import { given, outOfReach } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const session = "/api/user/session";
const now = "2026-09-03T08:15:00.000Z";
const soon = "2026-09-03T08:17:00.000Z";
const late = "2026-09-03T19:00:00.000Z";
const unused = { body: { now, idleEndsAt: soon, endsAt: late } };
const final = { body: { now, idleEndsAt: late, endsAt: soon } };
const ended = { status: 401, body: { message: "Please sign in", code: "not_signed_in" } };
const refused = `answer 401: GET ${session}`;

/** The app looks at the end of the session when another tab says that it moved. */
async function look(page: Page, title: string) {
  await enter(page, "/dashboard");
  await page.getByRole("heading", { name: "Account settings" }).waitFor();
  // Until the app listens.
  await page.waitForFunction(
    () => {
      const tab = new BroadcastChannel("session-end");
      tab.postMessage(null);
      tab.close();
      return document.querySelector("[role=alertdialog]") !== null;
    },
    undefined,
    { polling: 200 },
  );
  const dialog = page.getByRole("alertdialog", { name: title });
  await dialog.waitFor();
  return dialog;
}

const warning = (page: Page) => look(page, "You will be signed out soon");

async function signInAgain(page: Page) {
  await given(page, session, ended);
  return look(page, "Sign in again");
}

/** What is shown before and after the end of a session. */
export const sessionEndScreens: readonly Screen[] = [
  {
    name: "session-end-unused",
    signedIn: true,
    async reach(page) {
      await given(page, session, unused);
      await warning(page);
    },
  },
  {
    name: "session-end-final",
    signedIn: true,
    async reach(page) {
      await given(page, session, final);
      await warning(page);
    },
  },
  {
    name: "session-end-out-of-reach",
    signedIn: true,
    troubles: [`no answer: POST ${session}`],
    async reach(page) {
      await given(page, session, unused);
      const dialog = await warning(page);
      await outOfReach(page, session);
      await dialog.getByRole("button", { name: "Stay signed in" }).click();
      await dialog.getByRole("alert").waitFor();
    },
  },
  {
    name: "session-ended",
    signedIn: true,
    troubles: [refused],
    async reach(page) {
      await signInAgain(page);
    },
  },
  {
    name: "session-ended-refused",
    signedIn: true,
    troubles: [refused, "answer 401: POST /api/auth/login"],
    async reach(page) {
      const dialog = await signInAgain(page);
      await given(page, "/api/auth/login", {
        status: 401,
        body: { message: "Email or password is not right", code: "invalid_credentials" },
      });
      await dialog.getByLabel("Password", { exact: true }).fill("not my password");
      await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
      await dialog.getByRole("alert").waitFor();
    },
  },
];
