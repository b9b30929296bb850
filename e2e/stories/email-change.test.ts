import { userStream } from "@attestory/events/envelope.ts";
import { describe } from "vitest";
import { givenSignedInUser, newPerson } from "../http/client.ts";
import { confirmTokenTo, newAddress, newPassword, resetTokenTo, undoTokenTo } from "../http/recovery-links.ts";
import { typesIn } from "../http/stored-log.ts";
import { historyOf } from "./paths.ts";
import { dashboard, formReady, signIn, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { address, focused } from "./visitor.ts";

describe.concurrent("the dashboard", () => {
  story("SE-15 EV-10 EV-11 changes the email address, and the old one undoes it", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const email = newAddress();
    const { page, troubles } = await visit();
    await signIn(page, person);
    await page.getByRole("button", { name: "Change email" }).click();
    const dialog = page.getByRole("dialog", { name: "Change email address" });
    await dialog.getByLabel("New email address").fill(email);
    await dialog.getByRole("button", { name: "Send the link" }).click();
    await page.getByText(`We sent a link to ${email}`).waitFor();
    // The names are not saved by the way.
    expect(await typesIn(stack, userStream(person.id))).not.toContain("ProfileChanged");

    await page.goto(`/confirm-email?token=${await confirmTokenTo(stack.url, email)}`);
    await page.getByRole("button", { name: "Use this address" }).waitFor();
    await expect.poll(() => address(page)).toBe("/confirm-email");
    expect(await typesIn(stack, userStream(person.id))).not.toContain("EmailChanged");
    await page.getByRole("button", { name: "Use this address" }).click();
    await page.getByRole("heading", { name: "Your address is changed" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Your address is changed");
    await page.getByRole("link", { name: "Go to your account" }).click();
    await page.getByText(`Signed in as ${email}`).waitFor();

    await page.goto(`/undo-email?token=${await undoTokenTo(stack.url, person.email)}`);
    troubles.expect("answer 401: GET /api/auth/me");
    await page.getByRole("button", { name: "Undo the change" }).click();
    await page.getByRole("heading", { name: "Your address is restored" }).waitFor();
    expect((await historyOf(page)).join()).not.toContain("token");

    await page.goto(`/reset-password?token=${await resetTokenTo(stack.url, person.email)}`);
    await page.getByLabel("New password", { exact: true }).fill(newPassword);
    await page.getByLabel("Confirm new password").fill(newPassword);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("link", { name: "Go to Login" }).click();
    await submitSignIn(page, { ...person, password: newPassword });
    await dashboard(page);
    await page.getByText(`Signed in as ${person.email}`).waitFor();
  });

  story(
    "SE-15 UQ-05 takes back the request for another address, and says which username is taken",
    async ({ visit, stack, expect }) => {
      const [person, other] = [await givenSignedInUser(stack.url), await givenSignedInUser(stack.url)];
      const email = newAddress();
      const { username } = newPerson();
      const { page, troubles } = await visit();
      await signIn(page, person);
      await page.getByRole("button", { name: "Change email" }).click();
      await page.getByRole("dialog").getByLabel("New email address").fill(email);
      await page.getByRole("dialog").getByRole("button", { name: "Send the link" }).click();
      await page.getByText(`We sent a link to ${email}`).waitFor();
      await page.getByRole("button", { name: "Cancel the change" }).click();
      await page.getByText(`We sent a link to ${email}`).waitFor({ state: "detached" });

      await page.getByRole("button", { name: "Change username" }).click();
      const dialog = page.getByRole("dialog", { name: "Change username" });
      await formReady(page);
      await dialog.getByLabel("Username").fill("admin");
      await dialog.getByText("This username is reserved").waitFor();
      await dialog.getByLabel("Username").fill(other.username);
      await dialog.getByText("This username is taken").waitFor();
      troubles.expect("answer 409: PUT /api/user/username");
      await dialog.getByRole("button", { name: "Change username" }).click();
      await expect.poll(() => focused(page)).toBe("username");
      await dialog.getByLabel("Username").fill(username);
      await dialog.getByRole("button", { name: "Change username" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(username).first().waitFor();
    },
  );
});
