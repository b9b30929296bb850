import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { registerApplication } from "../http/applications.ts";
import { givenVisitor, queryOf, requestOf } from "../http/authorizations.ts";
import { givenSignedInUser } from "../http/client.ts";
import { openPaths, ownPaths, visitEach } from "./paths.ts";
import { signIn } from "./steps.ts";
import { story } from "./story.ts";
import { storedToken } from "./visitor.ts";

/** Another site: its pages load, also in a frame. */
async function openStranger() {
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Stranger</title><h1>Stranger</h1>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

let stranger: Awaited<ReturnType<typeof openStranger>>;
beforeAll(async () => {
  stranger = await openStranger();
});
afterAll(() => stranger.close());

/** Shows an address in the page's only frame. */
const frame = (page: Page, url: string): Promise<void> =>
  page.evaluate((src) => document.body.replaceChildren(Object.assign(document.createElement("iframe"), { src })), url);

const refused = "chrome-error://chromewebdata/";

describe.concurrent("pages in a frame", () => {
  story("FE-05 are refused to every other site", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit({ token });
    const expected = ["foreign request: ", "no answer: ", "console error: Framing '", "answer 401: GET /api/auth/me"];
    for (const line of [...expected, "answer 404: GET /x.y", "answer 404: GET /nowhere/at-all"]) troubles.expect(line);
    const reasons = new Set<string | undefined>();
    page.on("requestfailed", (request) => reasons.add(request.failure()?.errorText));
    await page.goto(stranger.url);
    await frame(page, stranger.url);
    await page.frameLocator("iframe").getByRole("heading", { name: "Stranger" }).waitFor();
    const others = ["/theme.js", "/favicon.svg", "/openapi.json", "/api/auth/me", "/api/dev/inbox", "/x.y"];
    for (const path of [...openPaths, ...ownPaths, ...others]) {
      await frame(page, `${stack.url}${path}`);
      await expect.poll(() => page.frames().at(-1)?.url(), { message: path }).toBe(refused);
    }
    expect([...reasons]).toEqual(["net::ERR_BLOCKED_BY_RESPONSE"]);
  });
});

describe.concurrent("a frame that its application allows", () => {
  story("D13 gets a code on the site of the service, and on no other", async ({ visit, stack, expect }) => {
    const other = stranger.url;
    const own = other.replace("127.0.0.1", "localhost");
    const application = await registerApplication(stack.url, { redirectUris: [own, other], allowFrameSignIn: true });
    const visitor = await givenVisitor(stack.url);
    const { person } = visitor;
    if (person === null) throw new Error("nobody is signed in");
    await visitor.authorize(requestOf(application, { redirect_uri: own }));
    expect((await visitor.consent(requestOf(application, { redirect_uri: own }))).status).toBe(200);

    const { page, troubles } = await visit();
    troubles.expect("foreign request: ");
    await signIn(page, person);
    for (const [redirect_uri, answer] of [
      [own, "code"],
      [other, "error=login_required"],
    ] as const) {
      await page.goto(redirect_uri);
      await frame(
        page,
        `${stack.url}/oauth/authorize?${queryOf(requestOf(application, { redirect_uri, prompt: "none" }))}`,
      );
      await expect.poll(() => page.frames().at(-1)?.url()).toContain(`${redirect_uri}?${answer}`);
    }
  });
});

/** The types of the event listeners on an object of the page, according to the browser. */
async function listenersAt(session: CDPSession, expression: string): Promise<string[]> {
  const { result } = await session.send("Runtime.evaluate", { expression });
  if (!result.objectId) return [];
  const { listeners } = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId, depth: -1 });
  return listeners.map(({ type }) => type);
}

const listening = async (session: CDPSession) =>
  (await Promise.all(["window", "document", "navigator.serviceWorker"].map((one) => listenersAt(session, one)))).flat();

describe.concurrent("messages from other windows", () => {
  story("FE-10 are handled by no page", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    for (const [paths, { page, context }] of [
      [openPaths, await visit()],
      [ownPaths, await visit({ token })],
    ] as const) {
      const session = await context.newCDPSession(page);
      await visitEach(page, paths, async (path) => {
        const types = await listening(session);
        expect(types).toContain("popstate");
        expect(types, path).not.toContain("message");
        expect(types, path).not.toContain("messageerror");
        expect(await page.evaluate(() => [window.onmessage, window.name, window.opener])).toEqual([null, "", null]);
      });
      // The search finds a listener that exists.
      await page.evaluate(() => addEventListener("message", () => undefined));
      expect(await listening(session)).toContain("message");
    }
  });

  story("FE-10 change nothing, and leave the opener no handle of the page", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page, context, troubles } = await visit({ token });
    troubles.expect("foreign request: ");
    await page.goto(stranger.url);
    const opening = context.waitForEvent("page");
    await page.evaluate((url) => {
      Object.assign(globalThis, { opened: window.open(url) });
    }, `${stack.url}/dashboard`);
    const opened = await opening;
    await opened.getByRole("heading", { name: "Account settings" }).waitFor();
    // Cross-Origin-Opener-Policy: to its opener, the window appears closed.
    expect(await page.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed)).toBe(true);
    expect(await opened.evaluate(() => window.opener)).toBeNull();

    const before = await opened.getByRole("main").innerHTML();
    for (const message of [
      "token",
      "logout",
      { type: "logout" },
      { token: "x" },
      { type: "redirect", url: "//evil" },
    ]) {
      await opened.evaluate((said) => window.postMessage(said, "*"), message);
    }
    expect(await opened.getByRole("main").innerHTML()).toBe(before);
    expect(await storedToken(opened)).toBe(token);
    expect(opened.url()).toBe(`${stack.url}/dashboard`);
  });
});
