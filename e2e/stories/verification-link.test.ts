import { describe } from "vitest";
import { call, emailTo, newPerson, type Person, register, tokenIn } from "../http/client.ts";
import { facts } from "../http/stored-log.ts";
import { historyOf, shown } from "./paths.ts";
import { story } from "./story.ts";
import { address } from "./visitor.ts";

/** A registered person whose address is not verified, and the link of their email. */
async function registered(url: string): Promise<{ person: Person; id: string; token: string; link: string }> {
  const person = newPerson();
  const { user } = await register(url, person);
  const token = tokenIn(await emailTo(url, person.email));
  return { person, id: user.id, token, link: `/verify-email?token=${token}` };
}

describe.concurrent("the email's link", () => {
  story("EV-10 leaves its token in no history and no Referer", async ({ visit, stack, expect }) => {
    const { token, link } = await registered(stack.url);
    const { page, context } = await visit({ fresh: true });
    const referers: Promise<string | undefined>[] = [];
    const withToken: string[] = [];
    context.on("request", (request) => {
      if (request.url().includes(token)) withToken.push(`${request.method()} ${new URL(request.url()).pathname}`);
      referers.push(request.allHeaders().then(({ referer }) => referer && `${request.url()} ${referer}`));
      // Ignores a failure that occurs after the story is over.
      referers.at(-1)?.catch(() => {});
    });
    await page.goto("/about");
    await page.goto(link);
    await page.getByRole("heading", { name: "Email Verified" }).waitFor();
    await expect.poll(() => address(page)).toBe("/verify-email");
    expect(await historyOf(page)).toEqual(["about:blank", `${stack.url}/about`, `${stack.url}/verify-email`]);
    expect(await page.content()).not.toContain(token);
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])),
    ).not.toContain(token);
    await page.getByRole("link", { name: "Go to Login" }).click();
    await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
    await page.goBack();
    await page.getByText("No verification token provided").waitFor();
    await expect.poll(() => address(page)).toBe("/verify-email");
    await page.goto("/docs");
    await shown(page);
    expect(await page.evaluate(() => document.referrer)).toBe("");
    expect((await historyOf(page)).join()).not.toContain("token");
    expect(withToken).toEqual(["GET /verify-email", "GET /api/auth/verify-email"]);
    expect((await Promise.all(referers)).filter(Boolean)).toEqual([]);
    expect(referers.length).toBeGreaterThan(4);
  });

  story(
    "EV-10 loses its token before the answer arrives, and does not redirect a user who has left",
    async ({ visit, stack, expect }) => {
      const { token, link } = await registered(stack.url);
      const { page } = await visit();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/api/auth/verify-email?*", async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(link);
      await page.getByRole("heading", { name: "Verifying your email" }).waitFor();
      await expect.poll(() => address(page)).toBe("/verify-email");
      await page.getByRole("link", { name: "Developer Docs" }).click();
      await page.getByRole("heading", { name: "Documentation" }).waitFor();
      const answered = page.waitForResponse(/verify-email/);
      release();
      expect((await answered).status()).toBe(200);
      await page.locator('[role="region"] li').filter({ hasText: "Email Verified" }).waitFor();
      await expect.poll(() => address(page)).toBe("/docs");
      expect((await historyOf(page)).join()).not.toContain(token);
    },
  );

  story("EV-11 verifies nothing without scripts, and once with them", async ({ visit, browser, stack, expect }) => {
    const { person, id, link } = await registered(stack.url);
    const { email, password } = person;
    const signIn = () => call(stack.url, "POST /api/auth/login", { body: { email, password } });
    const own = async () => (await facts(stack)).filter(({ person }) => person === id);
    const before = await own();
    expect(before).not.toEqual([]);

    const scanner = await browser.newContext({ baseURL: stack.url, javaScriptEnabled: false });
    const looked = await scanner.newPage();
    for (let time = 0; time < 3; time++) expect((await looked.goto(link))?.status()).toBe(200);
    expect(await looked.locator("#root").innerHTML()).toBe("");
    await scanner.close();
    expect(await own()).toEqual(before);
    expect((await signIn()).body.code).toBe("email_not_verified");

    const { page } = await visit();
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/auth/verify") && calls.push(request.method()));
    const verified = async () => (await own()).filter(({ type }) => type.includes("Verified"));
    for (let time = 1; time <= 2; time++) {
      await page.goto(link);
      await page.getByRole("heading", { name: "Email Verified" }).waitFor();
      expect(calls).toHaveLength(time);
      expect(await verified()).toHaveLength(1);
    }
    // Another browser registered.
    expect((await signIn()).body.code).toBe("email_code_required");
  });
});
