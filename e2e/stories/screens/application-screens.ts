import type { Page } from "playwright-core";
import { toast } from "../visitor.ts";
import { given, outOfReach } from "./answers.ts";
import type { Cast } from "./cast.ts";
import { applicationsPath, notes, openPortal } from "./developer-samples.ts";
import type { Screen } from "./screen.ts";

async function newApp(page: Page, cast: Cast) {
  await openPortal(page, cast);
  await page.getByRole("button", { name: "New App" }).click();
  return page.getByRole("dialog", { name: "New App" });
}

async function fillIn(page: Page, cast: Cast) {
  const dialog = await newApp(page, cast);
  await dialog.getByLabel("Name", { exact: true }).fill("Demo Calendar");
  await dialog.getByLabel("Redirect URI 1").fill("https://calendar.example.net/callback");
  return dialog;
}

async function choose(page: Page, cast: Cast, entry: string) {
  await openPortal(page, cast);
  await page.getByRole("button", { name: `More for ${notes.name}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** What a developer does with an application. */
export const applicationScreens: readonly Screen[] = [
  {
    name: "application-secret-shown",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast);
      await page.getByRole("button", { name: "Show client secret" }).click();
      await page.getByText(notes.clientSecret).waitFor();
    },
  },
  {
    name: "application-menu",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast);
      await page.getByRole("button", { name: `More for ${notes.name}` }).click();
      await page.getByRole("menuitem", { name: "Delete" }).waitFor();
    },
  },
  {
    name: "application-new",
    signedIn: true,
    async reach(page, cast) {
      await newApp(page, cast);
    },
  },
  {
    name: "application-new-invalid",
    signedIn: true,
    async reach(page, cast) {
      const dialog = await newApp(page, cast);
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("Please enter a name").waitFor();
    },
  },
  {
    name: "application-new-refused-field",
    signedIn: true,
    troubles: [`answer 400: POST ${applicationsPath}`],
    async reach(page, cast) {
      const dialog = await fillIn(page, cast);
      const refused = "Begin with https://. Only localhost, 127.0.0.1 and [::1] may begin with http://";
      const body = { message: refused, code: "invalid_fields", fields: { redirectUris: refused } };
      await given(page, applicationsPath, { status: 400, body });
      await dialog.getByRole("button", { name: "Add URI" }).click();
      await dialog.getByLabel("Redirect URI 2", { exact: true }).fill("https://calendar.example.net/cb");
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText(refused).waitFor();
    },
  },
  {
    name: "application-new-out-of-reach",
    signedIn: true,
    troubles: [`no answer: POST ${applicationsPath}`],
    async reach(page, cast) {
      const dialog = await fillIn(page, cast);
      await outOfReach(page, applicationsPath);
      await dialog.getByRole("button", { name: "Create" }).click();
      await toast(page, "Creation failed").waitFor();
    },
  },
  {
    name: "application-edit",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast);
      await page.getByRole("button", { name: `Edit ${notes.name}` }).click();
      await page.getByRole("dialog", { name: "Edit App" }).waitFor();
    },
  },
  {
    name: "application-claims",
    signedIn: true,
    async reach(page, cast) {
      const common = { iss: "https://auth.example.com", sub: notes.id };
      const body = {
        scopes: ["openid", "profile", "email"],
        accessToken: { ...common, aud: common.iss, scope: "openid profile email" },
        idToken: { ...common, aud: notes.clientId },
        userinfo: null,
        refreshToken: false,
      };
      await given(page, `${applicationsPath}/*/claims*`, { body });
      await choose(page, cast, "Preview your claims");
      await page.getByRole("heading", { name: "ID token" }).waitFor();
    },
  },
  {
    name: "application-claims-problem",
    signedIn: true,
    troubles: [`no answer: GET ${applicationsPath}/${notes.id}/claims`],
    async reach(page, cast) {
      await outOfReach(page, `${applicationsPath}/*/claims*`);
      await choose(page, cast, "Preview your claims");
      await page.getByText("Your claims could not be loaded").waitFor();
    },
  },
  {
    name: "application-rotate",
    signedIn: true,
    async reach(page, cast) {
      await choose(page, cast, "Rotate client secret");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "application-secret-once",
    signedIn: true,
    async reach(page, cast) {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await openPortal(page, cast, { display: "once" });
      await page.getByRole("button", { name: "Rotate client secret" }).click();
      const rotated = { ...notes, clientSecret: `${notes.clientSecret}x` };
      await given(page, `${applicationsPath}/*/rotate-secret`, { body: { application: rotated } });
      await page.getByRole("button", { name: "Rotate secret" }).click();
      await page.getByRole("alertdialog", { name: "Save your client secret" }).waitFor();
    },
  },
  {
    name: "application-end-registration",
    signedIn: true,
    async reach(page, cast) {
      await choose(page, cast, "End registration access");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "application-delete",
    signedIn: true,
    async reach(page, cast) {
      await choose(page, cast, "Delete");
      await page.getByLabel(`Type ${notes.name} to go on`).fill("Sample No");
    },
  },
  {
    name: "application-delete-refused",
    signedIn: true,
    troubles: [`no answer: DELETE ${applicationsPath}/${notes.id}`],
    async reach(page, cast) {
      await choose(page, cast, "Delete");
      await outOfReach(page, `${applicationsPath}/${notes.id}`);
      await page.getByLabel(`Type ${notes.name} to go on`).fill(notes.name);
      await page.getByRole("button", { name: "Delete application" }).click();
      await toast(page, "Delete failed").waitFor();
    },
  },
];
