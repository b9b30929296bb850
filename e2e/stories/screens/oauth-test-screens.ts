import type { Page } from "playwright-core";
import { given, outOfReach } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const token = "/api/oauth/token";
const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
const idToken = `${part({ alg: "RS256", kid: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs" })}.${part({ iss: "https://accounts.example.com", sub: "5f3c1e52-6f2b-4b0e-9b43-1d6c6d0e7f11", aud: "0a4c2b3e-5d1f-4c6a-8b7e-9f0d1c2b3a4e" })}.c2lnbmF0dXJl`;

async function filled(page: Page) {
  await enter(page, "/oauth/test");
  await page.getByLabel("Client ID").fill("0a4c2b3e-5d1f-4c6a-8b7e-9f0d1c2b3a4e");
  await page.getByLabel("State").fill("sample-state");
  await page.getByRole("link", { name: "Open in a new window" }).waitFor();
}

/** Comes back as an application does, after a request of this browser. */
async function called(page: Page) {
  await filled(page);
  // The link remembers the request; the new window would ask the service.
  await page.getByRole("link", { name: "Open in a new window" }).evaluate((link) => {
    link.addEventListener("click", (event) => event.preventDefault());
    (link as HTMLElement).click();
  });
  await enter(page, "/oauth/test?code=atc_sample&state=sample-state&iss=https%3A%2F%2Faccounts.example.com");
  await page.getByRole("button", { name: "Get tokens" }).waitFor();
}

/** The page that tries the authorization code flow. */
export const oauthTestScreens: readonly Screen[] = [
  {
    name: "oauth-test",
    async reach(page) {
      await enter(page, "/oauth/test");
      await page.getByText("to build the authorization URL").waitFor();
    },
  },
  { name: "oauth-test-filled", reach: filled },
  { name: "oauth-test-code", reach: called },
  {
    name: "oauth-test-tokens",
    async reach(page) {
      const body = {
        access_token: "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl",
        token_type: "Bearer",
        expires_in: 3600,
        scope: "openid profile",
        id_token: idToken,
      };
      await given(page, token, { body });
      await called(page);
      await page.getByRole("button", { name: "Get tokens" }).click();
      await page.getByText("ID token, decoded").waitFor();
    },
  },
  {
    name: "oauth-test-refused",
    troubles: ["answer 400: POST /api/oauth/token"],
    async reach(page) {
      await given(page, token, {
        status: 400,
        body: { error: "invalid_grant", error_description: "The code is used" },
      });
      await called(page);
      await page.getByRole("button", { name: "Get tokens" }).click();
      await page.getByText("There is no ID token").waitFor();
    },
  },
  {
    name: "oauth-test-out-of-reach",
    troubles: ["no answer: POST /api/oauth/token"],
    async reach(page) {
      await outOfReach(page, token);
      await called(page);
      await page.getByRole("button", { name: "Get tokens" }).click();
      await page.getByText("No answer").waitFor();
    },
  },
  {
    name: "oauth-test-error",
    async reach(page) {
      await enter(page, "/oauth/test?error=access_denied&state=another&iss=https%3A%2F%2Faccounts.example.com");
      await page.getByText("The application got an error").waitFor();
    },
  },
];
