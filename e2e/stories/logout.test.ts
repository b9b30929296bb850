import { describe } from "vitest";
import { registerApplication } from "../http/applications.ts";
import { queryOf } from "../http/authorizations.ts";
import { givenSignedInUser } from "../http/client.ts";
import { signIn } from "./steps.ts";
import { story } from "./story.ts";

describe.concurrent("a sign-out that an application asks for", () => {
  story("asks, ends the session in every tab, and leads back", async ({ visit, stack }) => {
    // As good as an address of an application.
    const returnTo = `${stack.url}/about`;
    const application = await registerApplication(stack.url, { postLogoutRedirectUris: [returnTo] });
    const person = await givenSignedInUser(stack.url);
    const { page, context, troubles } = await visit();
    await signIn(page, person);
    const asking = await context.newPage();
    const sent = { client_id: application.id, post_logout_redirect_uri: returnTo, state: "s" };
    await asking.goto(`${stack.url}/api/oauth/end_session?${queryOf(sent)}`);
    await asking.getByRole("heading", { name: "Sign out?" }).waitFor();
    await asking.getByText(`You are signed in as ${person.username} (${person.email}).`).waitFor();
    await asking.getByText("“Ledgerline” asks to sign you out.").waitFor();
    await asking.getByRole("button", { name: "Sign out" }).click();
    await asking.waitForURL(`${returnTo}?state=s`);

    troubles.expect("answer 401: GET /api/auth/me");
    await page.goto("/dashboard");
    await page.getByRole("heading", { name: "Sign In" }).waitFor();
  });

  story("also by a form of another site, which comes without the cookie", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    await signIn(page, person);
    await page.goto("about:blank");
    await page.setContent(
      `<form method="post" action="${stack.url}/api/oauth/end_session"><button>Leave</button></form>`,
    );
    const sent: (string | undefined)[] = [];
    page.on("response", async (response) => {
      if (response.request().method() === "POST") sent.push((await response.request().allHeaders()).cookie);
    });
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Sign out?" }).waitFor();
    await expect.poll(() => sent).toEqual([undefined, expect.stringContaining("__Host-session=")]);
    await page.getByText(`You are signed in as ${person.username}`).waitFor();
  });

  story("leaves a user signed in who does not want to", async ({ visit, stack }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    await signIn(page, person);
    await page.goto("/api/oauth/end_session");
    await page.getByRole("link", { name: "Stay signed in" }).click();
    await page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor();
  });
});
