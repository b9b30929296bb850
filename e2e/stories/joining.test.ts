import { describe } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { call, emailTo, newPerson, tokenIn } from "../http/client.ts";
import { setPolicy } from "../http/joining-calls.ts";
import { historyOf } from "./paths.ts";
import { unanswered } from "./screens/answers.ts";
import { signIn, submitRegistration } from "./steps.ts";
import { storyOn } from "./story.ts";
import { address, toast } from "./visitor.ts";

const policy = "/api/auth/sign-up-policy";

/** A product of its own: its sign-up policy changes. */
const ofMembers = storyOn({ SESSION_IDLE_SECONDS: "3598" });

describe("who may join", () => {
  ofMembers(
    "U14 JO-03 an admin closes the door, invites a newcomer, who joins with the link and its role",
    async ({ visit, stack, expect }) => {
      const admin = await givenAdmin(stack);
      const { page } = await visit();
      await signIn(page, admin);
      await page.goto("/admin/joining");
      await page.getByRole("radio", { name: /^By invitation/ }).check();
      await page.getByRole("button", { name: "Save" }).click();
      await toast(page, "Sign-up policy updated").waitFor();
      await page.getByText(`by ${admin.username}`).first().waitFor();

      const stranger = (await visit()).page;
      await stranger.goto("/register");
      await stranger.getByRole("heading", { name: "By invitation only" }).waitFor();
      // Nor is a form shown before that is known.
      await unanswered(stranger, policy);
      await Promise.all([stranger.waitForRequest(`**${policy}`), stranger.reload()]);
      await stranger.getByRole("status", { name: "Loading", exact: true }).first().waitFor();
      expect(await stranger.getByLabel("Username").count()).toBe(0);

      const newcomer = newPerson();
      await page.getByRole("button", { name: "New Invitation" }).click();
      await page.getByRole("textbox", { name: "Email" }).fill(newcomer.email);
      await page.getByRole("checkbox", { name: "Developer" }).check();
      await page.getByRole("button", { name: "Make Invitation" }).click();
      await page.getByRole("heading", { name: "Your invitation is ready" }).waitFor();
      await page.getByRole("img", { name: "QR code of the link" }).waitFor();
      const link = (await page.getByRole("alertdialog").locator("code").textContent()) ?? "";
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("row").filter({ hasText: newcomer.email }).getByText("0 of 1").waitFor();

      const { page: theirs } = await visit();
      await theirs.goto(link);
      await theirs.getByText("You are invited").waitFor();
      expect(address(theirs)).toBe("/register");
      expect((await historyOf(theirs)).join()).not.toContain("invitation=");
      await theirs.reload();
      await theirs.getByText("You are invited").waitFor();
      await submitRegistration(theirs, newcomer);
      await toast(theirs, "Registration Successful").waitFor();
      expect(await theirs.evaluate(() => sessionStorage.getItem("invitation"))).toBeNull();
      await theirs.goto(`/verify-email?token=${tokenIn(await emailTo(stack.url, newcomer.email, "Verify"))}`);
      await toast(theirs, "Email Verified").waitFor();
      await theirs.getByRole("link", { name: "Go on to your dashboard" }).click();
      await theirs.waitForURL("**/dashboard");
      await theirs.goto("/developer");
      await theirs.getByRole("heading", { name: "API Keys" }).waitFor();

      const used = (await visit()).page;
      await used.goto(link);
      await used.getByRole("heading", { name: "This invitation no longer works" }).waitFor();
      await setPolicy(stack.url, admin, "open");
    },
  );

  ofMembers("JO-04 an admin revokes an invitation, and its link leads nowhere", async ({ visit, stack, expect }) => {
    const admin = await givenAdmin(stack);
    const { page } = await visit();
    await signIn(page, admin);
    const email = newPerson().email;
    const body = { email };
    const made = await call(stack.url, "POST /api/admin/invitations", { token: admin.token, body });
    await page.goto("/admin/joining");
    await page.getByRole("button", { name: `Revoke the invitation of ${email}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await toast(page, "Invitation revoked").waitFor();
    await page.getByRole("row").filter({ hasText: email }).getByText("Revoked", { exact: true }).waitFor();

    const { page: theirs } = await visit();
    await theirs.goto(made.body.invitation.url);
    await theirs.getByRole("button", { name: "Register without it" }).click();
    await theirs.getByLabel("Username").waitFor();
    expect(await theirs.getByText("You are invited").count()).toBe(0);
  });
});
