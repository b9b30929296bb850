import { describe } from "vitest";
import { call, givenSignedInUser, newPerson } from "../http/client.ts";
import { hostileTexts, made, sendEach } from "./hostile-texts.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

describe.concurrent("texts that contain scripts", () => {
  story("FE-02 run on a page without protection", async ({ visit, expect }) => {
    const { page, troubles } = await visit({ fresh: true });
    troubles.expect("dialog: alert 1");
    const ran = () => troubles.seen.filter((line) => line === "dialog: alert 1").length;
    const live = hostileTexts.filter((text) => /onerror=alert|onload=alert|^<script>|srcdoc|ontoggle/.test(text));
    await page.setContent(live.map((text) => `<div>${text}</div>`).join("\n"), { waitUntil: "commit" });
    await expect.poll(ran).toBeGreaterThan(8);
    expect(hostileTexts.length).toBeGreaterThanOrEqual(40);
  });

  story("FE-02 stay plain text as a user's names", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true, token });
    await page.goto("/dashboard");
    await page.getByRole("button", { name: /^Account menu/ }).waitFor();
    const [first, last] = [page.getByLabel("First name"), page.getByLabel("Last name")];
    // Two at a time: both names reach the screen in the same way.
    const half = hostileTexts.length / 2;
    const pairs = hostileTexts.slice(0, half).map((text, at) => [text, hostileTexts[half + at] ?? ""] as const);
    for (const [firstName, lastName] of pairs) {
      const saved = page.waitForResponse((response) => response.url().endsWith("/api/auth/me"));
      await first.fill(firstName);
      await last.fill(lastName);
      await page.keyboard.press("Enter");
      const { user } = await (await saved).json();
      expect([user.firstName, user.lastName]).toEqual([firstName, lastName]);
      const initials = `${firstName[0]}${lastName[0]}`.toLocaleUpperCase();
      await page.getByRole("button", { name: `Account menu of ${initials}` }).waitFor();
      expect(await made(page), firstName).toEqual([]);
    }
    await page.reload();
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).waitFor();
    expect([await first.inputValue(), await last.inputValue()]).toEqual(pairs.at(-1));
    expect(await made(page)).toEqual([]);
  });

  story("FE-02 are rejected as a username and as an address, and kept as entered", async ({ visit, expect }) => {
    const { page } = await visit({ fresh: true });
    await page.goto("/register");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    const refused = ["Invalid email address", "Use 3 to 32 letters, digits, dots, dashes or underscores"];
    const rounds = hostileTexts.map((text) => ({
      fields: { email: text, username: text },
      shows: { "main [role=alert]": refused },
    }));
    expect(await sendEach(page, rounds)).toEqual([]);
    expect(await page.getByLabel("Username").inputValue()).toBe(hostileTexts.at(-1));
  });

  story("FE-02 stay plain text in the service's error messages", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit({ fresh: true });
    troubles.expect("answer 400: POST /api/auth/login");
    await page.goto("/login");
    await page.getByLabel("Email").waitFor();
    // The answer repeats the text sent as the password.
    await page.route("**/api/auth/login", (route) => {
      const { password: text } = route.request().postDataJSON();
      return route.fulfill({
        status: 400,
        contentType: "application/problem+json",
        body: JSON.stringify({ message: text, code: "invalid_fields", fields: { email: text, password: text } }),
      });
    });
    const rounds = hostileTexts.map((text) => ({
      fields: { email: person.email, password: text },
      shows: {
        "main [role=alert]": [`Signing in did not work${text}`, text, text],
        '[role=region][aria-label^="Notifications"] li': [`Login failed${text}`],
      },
    }));
    expect(await sendEach(page, rounds)).toEqual([]);
    // An answer from an intermediary is not our text: the page does not show it at all.
    troubles.expect("answer 502: POST /api/auth/login");
    await page.unroute("**/api/auth/login");
    const body = hostileTexts.join("\n");
    await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, contentType: "text/html", body }));
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await toast(page, "Login failed").getByText("Try again in a moment.").waitFor();
    expect(await page.content()).not.toContain("alert(1)");
  });

  story("FE-02 stay plain text as a device's name", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url, newPerson());
    const body = { email: person.email, password: person.password };
    for (const text of hostileTexts) {
      const headers = { "user-agent": `${text} Firefox/140.0 ${text}` };
      expect((await call(stack.url, "POST /api/auth/login", { headers, body })).status).toBe(200);
    }
    const { page } = await visit({ fresh: true, token: person.token });
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Manage active sessions" }).click();
    const dialog = page.getByRole("dialog", { name: "Active Sessions" });
    const rows = dialog.getByRole("button", { name: /^Revoke (?!all)/ });
    await rows.first().waitFor();
    expect(await rows.count()).toBe(hostileTexts.length);
    expect(await made(page)).toEqual([]);
    await rows.first().click();
    await page.getByRole("alertdialog", { name: /^Revoke the session of/ }).waitFor();
    expect(await made(page)).toEqual([]);
  });
});
