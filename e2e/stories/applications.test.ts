import type { Page } from "playwright-core";
import { describe } from "vitest";
import { sampleKeys } from "../http/application-keys.ts";
import { givenDeveloper, registerApplication } from "../http/applications.ts";
import { call } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { focused, toast } from "./visitor.ts";

const applicationsOf = async (url: string, token: string) =>
  (await call(url, "GET /api/developer/applications", { token })).body.applications;

async function openPortal(page: Page) {
  await enter(page, "/dashboard/developer");
  await page.getByRole("heading", { name: "Developer Portal" }).waitFor();
}

const newApp = (page: Page) => page.getByRole("dialog", { name: "New App" });
const entry = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describe.concurrent("an application", () => {
  story(
    "is registered with several redirect URIs and shown with what its program needs",
    async ({ visit, stack, expect }) => {
      const { token } = await givenDeveloper(stack.url);
      const { page, context } = await visit({ token });
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await openPortal(page);
      await page.getByRole("button", { name: "New App" }).click();
      await newApp(page).getByLabel("Name", { exact: true }).fill("Sample Notes");
      await newApp(page).getByText("More").click();
      await newApp(page).getByLabel("Description").fill("Notes and lists");
      await newApp(page).getByLabel("Redirect URI 1", { exact: true }).fill("https://notes.example.com/callback");
      expect(
        await newApp(page)
          .getByRole("button", { name: /^Remove redirect URI/ })
          .count(),
      ).toBe(0);
      await newApp(page).getByRole("button", { name: "Add URI" }).click();
      await newApp(page).getByRole("button", { name: "Add URI" }).click();
      await newApp(page).getByLabel("Redirect URI 3", { exact: true }).fill("http://127.0.0.1/callback");

      await newApp(page).getByRole("button", { name: "Create" }).click();

      await toast(page, "Application created").waitFor();
      await newApp(page).waitFor({ state: "hidden" });
      const [application] = await applicationsOf(stack.url, token);
      expect(application).toMatchObject({
        name: "Sample Notes",
        redirectUris: ["https://notes.example.com/callback", "http://127.0.0.1/callback"],
        type: "confidential",
        requirePkce: true,
        allowFrameSignIn: false,
        profileInIdToken: true,
      });
      const card = entry(page, "Sample Notes");
      for (const text of [
        "Active",
        "Notes and lists",
        application.clientId,
        ...application.redirectUris,
        "Confidential",
      ]) {
        await card.getByText(text, { exact: true }).first().waitFor();
      }
      await card.getByRole("button", { name: "Copy client ID" }).click();
      await expect.poll(() => copied(page)).toBe(application.clientId);
      await card.getByRole("button", { name: "Copy client secret" }).click();
      await expect.poll(() => copied(page)).toBe(application.clientSecret);
      await card.getByText("No failed requests").waitFor();
      await page.getByRole("region", { name: "the file auth.ts" }).getByText(application.clientId).waitFor();
    },
  );

  story(
    "T11 shows its client secret only when asked to, hides it again, and is changed in its dialog",
    async ({ visit, stack, expect }) => {
      const { id, name, clientSecret, developer } = await registerApplication(stack.url, {
        redirectUris: ["https://app.example.com/one", "https://app.example.com/two"],
      });
      const { page, troubles } = await visit({ token: developer.token });
      await openPortal(page);
      const card = entry(page, name);
      await card.getByRole("button", { name: "Show client secret" }).waitFor();
      expect(await page.getByRole("main").textContent()).not.toContain(clientSecret);
      await card.getByRole("button", { name: "Show client secret" }).click();
      await card.getByText(clientSecret ?? "none").waitFor();
      await card.getByRole("button", { name: "Hide client secret" }).click();
      await card.getByRole("button", { name: "Show client secret" }).waitFor();
      expect(await page.getByRole("main").textContent()).not.toContain(clientSecret);

      await page.getByRole("button", { name: `Edit ${name}` }).click();
      const dialog = page.getByRole("dialog", { name: "Edit App" });
      await dialog.getByLabel("Name", { exact: true }).fill("Ledgerline 2");
      await dialog.getByLabel("Home page").fill("https://app.example.com/");
      await dialog.getByRole("button", { name: "Remove redirect URI 1" }).click();
      await dialog.getByRole("button", { name: "Add address" }).click();
      await dialog.getByLabel("Address after sign-out 1", { exact: true }).fill("https://app.example.com/signed-out");
      await dialog.getByRole("switch", { name: "Require PKCE" }).click();
      await dialog.getByRole("switch", { name: "Sign-in in a frame", description: "A hidden frame" }).click();
      await dialog.getByRole("switch", { name: "Require pushed requests", description: "(PAR)" }).click();
      await dialog.getByRole("switch", { name: "Unsigned request objects", description: "alg none" }).click();
      await dialog.getByLabel("Client authentication").selectOption("private_key_jwt");
      await dialog.getByLabel("Resource").fill(`https://api.example.com/${id}`);
      await dialog.getByLabel("Scope 1", { exact: true }).fill("invoices:read");
      await dialog.getByLabel("What scope 1 allows").fill("Read your invoices");
      troubles.expect(`answer 400: PUT /api/developer/applications/${id}`);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("Enter at least one public key").waitFor();
      const [key] = sampleKeys.keys;
      await dialog.getByLabel("Public keys").fill(JSON.stringify({ ...key, d: "secret" }));
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("This belongs to a private key").waitFor();
      await dialog.getByLabel("Public keys").fill(JSON.stringify(key));
      await dialog.getByRole("button", { name: "Save" }).click();
      await toast(page, "Application updated").waitFor();
      await entry(page, "Ledgerline 2").waitFor();
      await page.getByText("the application signs its calls").waitFor();
      expect(await applicationsOf(stack.url, developer.token)).toMatchObject([
        {
          name: "Ledgerline 2",
          homepageUrl: "https://app.example.com/",
          redirectUris: ["https://app.example.com/two"],
          postLogoutRedirectUris: ["https://app.example.com/signed-out"],
          allowFrameSignIn: true,
          requirePushedRequests: true,
          allowUnsignedRequests: true,
          tokenEndpointAuthMethod: "private_key_jwt",
          jwks: sampleKeys,
          api: {
            resource: `https://api.example.com/${id}`,
            scopes: [{ name: "invoices:read", description: "Read your invoices" }],
          },
        },
      ]);
    },
  );

  story(
    "names the wrong row, keeps what was typed after a refusal, and is public where it cannot keep a secret",
    async ({ visit, stack, expect }) => {
      const { token } = await givenDeveloper(stack.url);
      const { page } = await visit({ token });
      await openPortal(page);
      await page.getByRole("button", { name: "New App" }).click();
      await newApp(page).getByRole("button", { name: "Create" }).click();
      await newApp(page).getByText("Please enter a name").waitFor();
      await newApp(page).getByText("Enter at least one redirect URI").waitFor();
      await expect.poll(() => focused(page)).toBe("name");
      await newApp(page).getByLabel("Name", { exact: true }).fill("Demo Calendar");
      await newApp(page).getByLabel("Redirect URI 1", { exact: true }).fill("https://calendar.example.net/callback");
      await newApp(page).getByRole("button", { name: "Add URI" }).click();
      const second = newApp(page).getByLabel("Redirect URI 2", { exact: true });
      await second.fill("http://calendar.example.net/cb");
      await newApp(page).getByRole("button", { name: "Create" }).click();
      await newApp(page)
        .getByText(/^Begin with https/)
        .waitFor();
      expect(await second.getAttribute("aria-invalid")).toBe("true");
      expect(await newApp(page).getByLabel("Redirect URI 1", { exact: true }).getAttribute("aria-invalid")).toBe(null);
      await newApp(page).getByRole("button", { name: "Remove redirect URI 2" }).click();
      await newApp(page).getByRole("button", { name: "Create" }).click();
      await toast(page, "Application created").waitFor();
      expect(await applicationsOf(stack.url, token)).toMatchObject([{ name: "Demo Calendar" }]);
      await newApp(page).waitFor({ state: "hidden" });

      await page.getByRole("button", { name: "New App" }).click();
      await newApp(page).getByLabel("Name", { exact: true }).fill("Pocket Notes");
      await newApp(page).getByLabel("Redirect URI 1", { exact: true }).fill("http://127.0.0.1/callback");
      await newApp(page).getByText("More").click();
      await newApp(page).getByRole("switch", { name: "Require PKCE" }).waitFor();
      await newApp(page).getByRole("radio", { name: "Public" }).check();
      expect(await newApp(page).getByRole("switch", { name: "Require PKCE" }).count()).toBe(0);
      await newApp(page).getByRole("button", { name: "Create" }).click();
      const card = entry(page, "Pocket Notes");
      await card.getByText("None. A public application cannot keep one.").waitFor();
      await card.getByText("any port").waitFor();
      expect(await applicationsOf(stack.url, token)).toContainEqual(
        expect.objectContaining({ name: "Pocket Notes", type: "public", requirePkce: true }),
      );
    },
  );
});
