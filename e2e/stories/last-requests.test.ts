import { describe } from "vitest";
import { registerApplication } from "../http/applications.ts";
import { call } from "../http/client.ts";
import { exchange, givenCode, givenParties, newVerifier } from "../http/grants.ts";
import { askToken } from "../http/token-calls.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";

/** More than one page of the list. */
const failures = 15;

describe("the last requests of an application", () => {
  story("are loaded page by page", async ({ visit, stack, expect }) => {
    const application = await registerApplication(stack.url);
    const wrong = { grant_type: "authorization_code", redirect_uri: "https://app.example.com/callback", code: "none" };
    for (let n = 0; n < failures; n++) await askToken(stack.url, wrong, { basic: application });
    const { token } = application.developer;
    // Recorded behind the answers.
    const recorded = async () => {
      const path = `/api/developer/applications/${application.id}/requests?limit=50`;
      return (await call(stack.url, `GET ${path}`, { token })).body.requests?.length;
    };
    await expect.poll(recorded, { timeout: 30_000 }).toBe(failures);
    const { page } = await visit({ token });
    await enter(page, "/dashboard/developer");
    const list = page.getByRole("region", { name: `Last requests of ${application.name}` });
    const entries = list.getByText("invalid_grant");
    await expect.poll(() => entries.count()).toBe(10);
    await list.getByRole("button", { name: "Load more" }).click();
    await expect.poll(() => entries.count()).toBe(failures);
    await list.getByRole("button", { name: "Load more" }).waitFor({ state: "detached" });
  });

  story("say that it could use PKCE, until it does", async ({ visit, stack }) => {
    const parties = await givenParties(stack.url);
    const { name, developer } = parties.application;
    await exchange(parties, { code: await givenCode(parties) });
    const { page } = await visit({ token: developer.token });
    await enter(page, "/dashboard/developer");
    const hint = page.getByText("This application could use PKCE");
    await hint.waitFor();

    const verifier = newVerifier();
    await exchange(parties, { code: await givenCode(parties, { verifier }), code_verifier: verifier });
    await page.getByRole("button", { name: `Refresh the last requests of ${name}` }).click();
    await hint.waitFor({ state: "detached" });
  });
});
