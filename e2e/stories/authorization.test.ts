import { describe } from "vitest";
import { redirectUri, registerApplication } from "../http/applications.ts";
import { givenVisitor, queryOf, requestOf } from "../http/authorizations.ts";
import { givenSignedInUser } from "../http/client.ts";
import { signIn, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";

describe.concurrent("a request for authorization", () => {
  story("FE-04 leads nowhere from a redirect URI that is not the application's", async ({ visit, stack, expect }) => {
    const application = await registerApplication(stack.url);
    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit();
    await signIn(page, person);
    troubles.expect("answer 400: GET /oauth/authorize");
    for (const redirect_uri of ["javascript:alert(1)", "https://evil.example/callback", `${redirectUri}/`, ""]) {
      const address = `${stack.url}/oauth/authorize?${queryOf(requestOf(application, { redirect_uri }))}`;
      const answer = await page.goto(address);
      expect([redirect_uri, answer?.status()]).toEqual([redirect_uri, 400]);
      await page.getByRole("heading", { name: "Invalid Request" }).waitFor();
      expect(await page.getByText("The authorization request is invalid or malformed.").count()).toBe(1);
      expect(await page.getByRole("button").count()).toBe(0);
      expect(await page.getByText(/Deny|Authorize/).count()).toBe(0);
      expect(page.url()).toBe(address);
    }
  });

  story("U5 says that an application asks again, or for more than before", async ({ visit, stack, expect }) => {
    const application = await registerApplication(stack.url);
    const visitor = await givenVisitor(stack.url);
    const { person } = visitor;
    if (person === null) throw new Error("nobody is signed in");
    const before = requestOf(application, { scope: "openid profile" });
    await visitor.authorize(before);
    expect((await visitor.consent(before)).status).toBe(200);
    const { page } = await visit();
    await signIn(page, person);
    for (const [scope, title] of [
      ["openid profile", "Ledgerline asks for access again"],
      ["openid profile email", "Ledgerline asks for more than before"],
    ] as const) {
      await page.goto(`/oauth/authorize?${queryOf(requestOf(application, { scope, prompt: "consent" }))}`);
      await page.getByRole("heading", { name: title }).waitFor();
    }
  });

  story("AZ-19 asks a visitor to sign in, and keeps the exact request", async ({ visit, stack, expect }) => {
    const application = await registerApplication(stack.url);
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    const query = queryOf(requestOf(application, { state: "a&b=c%20 d+é", prompt: "login" }));
    await page.goto(`/oauth/authorize?${query}`);
    await page.waitForURL("**/login?redirect=*");
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(`/oauth/authorize?${query}`);
    await submitSignIn(page, person);
    await page.getByRole("button", { name: "Authorize", exact: true }).waitFor();
    expect(page.url()).toBe(`${stack.url}/oauth/authorize?${query}`);
  });
});
