import { given } from "./answers.ts";
import { asked } from "./consent-screens.ts";
import { applicationsPath, notes, openPortal } from "./developer-samples.ts";
import type { Screen } from "./screen.ts";

const ledger = {
  ...notes,
  name: "Example Ledger",
  api: {
    resource: "https://api.ledger.example.com/accounting/v2",
    scopes: [
      { name: "invoices:read", description: "Read your invoices" },
      { name: "invoices:pay", description: "Pay your invoices from the account that you chose" },
    ],
    clients: ["5b0c2a5e-3f0b-4f6e-9a51-0c7f2f8d1a34"],
  },
};

/** Where the API of an application shows: to users who allow it, and to its developer. */
export const apiScreens: readonly Screen[] = [
  {
    name: "consent-api",
    signedIn: true,
    reach: (page) =>
      asked(page, {
        scope: "openid offline_access",
        grantedScopes: ["openid"],
        grantedAt: "2026-09-12T10:00:00.000Z",
        api: {
          name: "Example Ledger",
          resource: "https://api.ledger.example.com/accounting/v2",
          digest: "4HFZz0bVb0rCbQ9mJm1o1nY2y5QJ0b3m0c5f9g8h7i6",
          scopes: [
            { name: "invoices:read", description: "Read your invoices", isAllowed: true },
            {
              name: "invoices:pay",
              description: "Pay your invoices from the account that you chose",
              isAllowed: false,
            },
          ],
        },
      }),
  },
  {
    name: "application-api",
    signedIn: true,
    async reach(page, cast) {
      await openPortal(page, cast, { applications: [ledger] });
      await page.getByText(ledger.api.resource).waitFor();
    },
  },
  {
    name: "application-api-taken",
    signedIn: true,
    troubles: [`answer 400: PUT ${applicationsPath}/${ledger.id}`],
    async reach(page, cast) {
      await openPortal(page, cast, { applications: [ledger] });
      await page.getByRole("button", { name: `Edit ${ledger.name}` }).click();
      const dialog = page.getByRole("dialog", { name: "Edit App" });
      const message = "Another application has this resource, or had it within the last hour. Use another address.";
      const body = { message, code: "invalid_fields", fields: { "api.resource": message } };
      await given(page, `${applicationsPath}/${ledger.id}`, { status: 400, body });
      await dialog.getByRole("button", { name: "Add scope" }).click();
      await dialog.getByLabel("Scope 3", { exact: true }).fill("invoices:send");
      await dialog.getByLabel("What scope 3 allows").fill("Send invoices in your name");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText(message).waitFor();
    },
  },
];
