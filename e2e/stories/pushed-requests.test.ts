import { describe } from "vitest";
import { registerApplication } from "../http/applications.ts";
import { queryOf } from "../http/authorizations.ts";
import { givenSignedInUser } from "../http/client.ts";
import { pushed } from "../http/pushed-calls.ts";
import { submitSignIn } from "./steps.ts";
import { story } from "./story.ts";

describe.concurrent("a pushed request", () => {
  story("leads through sign-in and consent, and back once", async ({ visit, stack, expect }) => {
    const { url } = stack;
    // As good as an address of an application.
    const returnTo = `${url}/about`;
    const application = await registerApplication(url, { redirectUris: [returnTo], requirePushedRequests: true });
    const person = await givenSignedInUser(url);
    const uri = await pushed(url, application, { redirect_uri: returnTo, login_hint: person.email });
    const { page } = await visit();
    const asked = `/oauth/authorize?${queryOf({ client_id: application.id, request_uri: uri })}`;
    await page.goto(asked);
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    await submitSignIn(page, person);
    await page.getByRole("heading", { name: "Ledgerline wants to access your account" }).waitFor();
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.waitForURL(`${returnTo}?code=*`);
    await page.goto(asked);
    await page.waitForURL(`${returnTo}?error=invalid_request_uri*`);
    expect(new URL(page.url()).searchParams.get("state")).toBe("a state");
  });
});
