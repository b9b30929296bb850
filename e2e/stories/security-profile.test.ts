import { describe } from "vitest";
import { sampleKeys } from "../http/application-keys.ts";
import { registerApplication } from "../http/applications.ts";
import { call } from "../http/client.ts";
import { givenCode, newVerifier } from "../http/grants.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

describe("the security profile of an application", () => {
  story("requires everything at once, once a public key is there", async ({ visit, stack, expect }) => {
    const { url } = stack;
    const application = await registerApplication(url, { allowFrameSignIn: true, homepageUrl: "https://example.com/" });
    const { name, developer } = application;
    await givenCode({ url, user: developer, application }, { verifier: newVerifier() });
    const { page } = await visit({ token: developer.token });
    await enter(page, "/dashboard/developer");
    const show = page.getByRole("button", { name: `Security profile of ${name}` });
    await show.click();
    const profile = page.getByRole("dialog", { name: "Security profile" });
    await profile.getByText("Last sign-ins with PKCE: 1 of 1.").waitFor();
    await profile.getByRole("switch", { name: "As strict as FAPI 2.0" }).click();
    await profile.getByText("Enter a public key of the application.").waitFor();

    await profile.getByRole("button", { name: "Edit the settings" }).click();
    const settings = page.getByRole("dialog", { name: "Edit App" });
    await settings.getByLabel("Public keys").fill(JSON.stringify(sampleKeys));
    await settings.getByRole("button", { name: "Save" }).click();
    await settings.waitFor({ state: "detached" });

    await show.click();
    await profile.getByRole("switch", { name: "As strict as FAPI 2.0" }).click();
    const changes = page.getByRole("dialog", { name: "As strict as FAPI 2.0" });
    await changes.getByText("Last sign-ins with a pushed request: none of 1.").waitFor();
    await changes.getByRole("button", { name: "Require all of it" }).click();
    await toast(page, "Application updated").first().waitFor();
    const strict = profile.getByRole("switch", { name: "As strict as FAPI 2.0", checked: true });
    await strict.click();
    await profile.getByText("Nothing was changed").waitFor();
    await strict.waitFor();

    const { body } = await call(url, "GET /api/developer/applications", developer);
    expect(body.applications).toMatchObject([
      {
        requirePkce: true,
        requirePushedRequests: true,
        requireDpop: true,
        tokenEndpointAuthMethod: "private_key_jwt",
        idTokenAlgorithm: "ES256",
        allowFrameSignIn: false,
        homepageUrl: "https://example.com/",
        jwks: sampleKeys,
      },
    ]);
  });
});
