import type { Page } from "playwright-core";
import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const policy = "/api/admin/sign-up-policy";
const invitations = "/api/admin/invitations";
const fern = { id: "5f0c1d7e-6f0e-4b6a-9a53-0d6f6c1f2b11", username: "fern" };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const invitation = (facts: object) => ({
  id: crypto.randomUUID(),
  madeAt: inDays(-2),
  madeBy: fern,
  expiresAt: inDays(5),
  uses: 1,
  used: 0,
  state: "open",
  isAdmin: false,
  isDeveloper: false,
  isPro: false,
  isAddressed: false,
  email: null,
  ...facts,
});

/** Invitations in every state. */
const listed = [
  invitation({ isAddressed: true, email: "hazel@example.org", isAdmin: true, isDeveloper: true }),
  invitation({ uses: 1000, used: 312, isPro: true }),
  invitation({ used: 1, state: "used", isAddressed: true, email: "basil@example.net" }),
  invitation({ uses: 25, used: 3, state: "expired", expiresAt: inDays(-1) }),
  invitation({ state: "revoked" }),
  invitation({ state: "no-admin", madeBy: { ...fern, username: null } }),
];

async function givenJoining(page: Page): Promise<void> {
  await asAdmin(page);
  const domains = ["example.com", "example.org"];
  await given(page, policy, { body: { mode: "only-domains", domains, setAt: inDays(-3), setBy: fern } });
  await given(page, invitations, { body: { invitations: listed, nextCursor: "WyIwIiwiMCJd" } });
  await enter(page, "/admin/joining");
}

/** A QR code needs no more than a picture here. */
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

async function makeInvitation(page: Page, isEmailed: boolean): Promise<void> {
  await givenJoining(page);
  const { state: _, madeAt: __, madeBy: ___, isAddressed: ____, used: _____, ...made } = invitation({});
  const email = isEmailed ? "hazel@example.org" : null;
  const url = `http://localhost:4000/register?invitation=${"Kd8".repeat(28)}`;
  const body = { invitation: { ...made, email, isEmailed, url, qrCode: picture } };
  await given(page, invitations, { method: "POST", status: 201, body });
  await page.getByRole("button", { name: "New Invitation" }).click();
  await page.getByRole("button", { name: "Make Invitation" }).click();
  await page.getByRole("heading", { name: "Your invitation is ready" }).waitFor();
}

/** Who may join, as admins see it. */
export const joiningScreens: readonly Screen[] = [
  {
    name: "admin-joining",
    signedIn: true,
    async reach(page) {
      await givenJoining(page);
      await page.getByText("hazel@example.org").waitFor();
      await page.getByRole("textbox", { name: "Domains" }).waitFor();
    },
  },
  {
    name: "admin-joining-refused-domains",
    signedIn: true,
    async reach(page) {
      await givenJoining(page);
      await page.getByText("hazel@example.org").waitFor();
      await page.getByRole("textbox", { name: "Domains" }).fill("example");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Use domains such as example.com").waitFor();
    },
  },
  {
    name: "admin-joining-empty",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, policy, { body: { mode: "open", domains: [], setAt: null, setBy: null } });
      await given(page, invitations, { body: { invitations: [], nextCursor: null } });
      await enter(page, "/admin/joining");
      await page.getByText("No invitations yet").waitFor();
      await page.getByText("Anyone may join until").waitFor();
    },
  },
  {
    name: "admin-joining-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, policy);
      await unanswered(page, invitations);
      await enter(page, "/admin/joining");
      await page.getByRole("status", { name: "Loading the invitations" }).waitFor();
    },
  },
  {
    name: "admin-joining-problem",
    signedIn: true,
    troubles: [`answer 503: GET ${policy}`, `answer 503: GET ${invitations}`],
    async reach(page) {
      await asAdmin(page);
      await given(page, policy, behind);
      await given(page, invitations, behind);
      await enter(page, "/admin/joining");
      await page.getByText("The policy could not be loaded").waitFor();
      await page.getByText("The invitations could not be loaded").waitFor();
    },
  },
  {
    name: "admin-new-invitation",
    signedIn: true,
    async reach(page) {
      await givenJoining(page);
      await page.getByRole("button", { name: "New Invitation" }).click();
      await page.getByLabel("Uses").fill("1001");
      await page.getByRole("button", { name: "Make Invitation" }).click();
      await page.getByText("Use a whole number from 1 to 1000").waitFor();
    },
  },
  {
    name: "admin-made-invitation",
    signedIn: true,
    reach: (page) => makeInvitation(page, false),
  },
  {
    name: "admin-emailed-invitation",
    signedIn: true,
    reach: (page) => makeInvitation(page, true),
  },
  {
    name: "admin-revoke-invitation",
    signedIn: true,
    async reach(page) {
      await givenJoining(page);
      await page.getByRole("button", { name: "Revoke the invitation of hazel@example.org" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
];
