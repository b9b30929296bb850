/** @module-tag smoke */
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { focused, storedToken, toast } from "./visitor.ts";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const linux = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Signs in from another device, which its user agent names. */
async function signInFrom(url: string, userAgent: string, { email, password }: { email: string; password: string }) {
  const headers = { "user-agent": userAgent };
  return (await call(url, "POST /api/auth/login", { headers, body: { email, password } })).body.token as string;
}

async function openSessions(page: Page) {
  await page.getByRole("button", { name: "Manage active sessions" }).click();
  const dialog = page.getByRole("dialog", { name: "Active Sessions" });
  await dialog.getByText("This device").waitFor();
  return dialog;
}

describe.concurrent("active sessions", () => {
  story("are loaded when their dialog opens, and mark the current one", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    await signInFrom(stack.url, phone, person);
    const { page } = await visit({ token: person.token });
    const reads: string[] = [];
    page.on("request", (request) => request.url().endsWith("/api/user/sessions") && reads.push(request.method()));
    await enter(page, "/dashboard");
    await page.getByRole("button", { name: "Manage active sessions" }).waitFor();
    expect(reads).toEqual([]);
    const dialog = await openSessions(page);
    expect(reads).toEqual(["GET"]);
    await dialog.getByText("Safari on iOS").waitFor();
    expect(await dialog.getByText("This device").count()).toBe(1);
    expect(await dialog.getByRole("button", { name: /^Revoke Safari/ }).count()).toBe(1);
    expect(await dialog.getByRole("button", { name: /^Revoke /, exact: false }).count()).toBe(2);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => focused(page)).toBe("Manage active sessions");
  });

  story("end by Revoke after a confirmation, and the other browser notices", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const here = await visit({ token: person.token });
    const there = await visit({ token: await signInFrom(stack.url, phone, person) });
    await enter(there.page, "/dashboard");
    await there.page.getByRole("heading", { name: "Security" }).waitFor();
    await here.page.goto("/dashboard");
    const dialog = await openSessions(here.page);
    await dialog.getByRole("button", { name: "Revoke Safari on iOS" }).click();
    const question = here.page.getByRole("alertdialog", { name: "Revoke the session of Safari on iOS?" });
    await question.waitFor();
    await expect.poll(() => focused(here.page)).toBe("Cancel");
    await question.getByRole("button", { name: "Revoke" }).click();
    await toast(here.page, "Session revoked").waitFor();
    await dialog.getByText("This device").waitFor();
    await expect.poll(() => dialog.getByText("Safari on iOS").count()).toBe(0);

    there.troubles.expect("answer 401: GET /api/user/sessions");
    await there.page.getByRole("button", { name: "Manage active sessions" }).click();
    await there.page
      .getByRole("alertdialog", { name: "Sign in again" })
      .getByRole("button", { name: "Leave this page" })
      .click();
    await there.page.waitForURL("**/login?redirect=%2Fdashboard");
    expect(await storedToken(there.page)).toBeNull();
    await there.page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
    expect(await there.page.getByRole("dialog").count()).toBe(0);
  });

  story("end by Revoke all others, except the current one", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const others = [await signInFrom(stack.url, linux, person), await signIn(stack.url, person)];
    const { page } = await visit({ token: person.token });
    await enter(page, "/dashboard");
    const dialog = await openSessions(page);
    await dialog.getByText("Firefox on Linux").waitFor();
    await dialog.getByRole("button", { name: "Revoke all others" }).click();
    const question = page.getByRole("alertdialog", { name: "Revoke all other sessions?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByText("Firefox on Linux").waitFor();
    await dialog.getByRole("button", { name: "Revoke all others" }).click();
    await question.getByRole("button", { name: "Revoke" }).click();
    await toast(page, "Other sessions revoked").waitFor();
    await expect.poll(() => dialog.getByRole("button", { name: /Revoke/ }).count()).toBe(0);
    for (const token of others) expect((await call(stack.url, "GET /api/auth/me", { token })).status).toBe(401);
    expect((await call(stack.url, "GET /api/auth/me", { token: person.token })).status).toBe(200);
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "hidden" });
  });
});
