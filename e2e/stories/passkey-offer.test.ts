import { call, givenSignedInUser } from "../http/client.ts";
import { plugIn } from "./authenticator.ts";
import { story } from "./story.ts";

story("U7 a passkey is offered once, where the device can keep one", async ({ visit, stack, expect }) => {
  const { token } = await givenSignedInUser(stack.url);
  const { page } = await visit({ fresh: true, token });
  await plugIn(page);
  await page.goto("/dashboard");
  const offer = page.getByRole("heading", { name: "Sign in without your password" });
  await page.getByRole("button", { name: "Not now" }).click();
  await offer.waitFor({ state: "hidden" });
  const answered = page.waitForResponse("**/api/user/ways-in");
  await page.reload();
  await answered;
  await page.getByRole("heading", { name: "Passkeys and hardware keys" }).waitFor();
  expect(await offer.count()).toBe(0);

  await page.evaluate(() => localStorage.removeItem("passkey-offered"));
  await page.reload();
  await page.getByRole("button", { name: "Create a passkey" }).click();
  const codes = page.getByRole("alertdialog", { name: "Your passkey is your second factor now" });
  await codes.getByLabel("I have saved these codes").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await offer.waitFor({ state: "hidden" });
  const { body } = await call(stack.url, "GET /api/user/hardware-keys", { token });
  const [key] = body.hardwareKeys as { name: string }[];
  await page.getByRole("button", { name: "Manage hardware keys" }).click();
  const dialog = page.getByRole("dialog", { name: "Hardware Keys" });
  await dialog.getByRole("button", { name: `Remove ${key?.name}` }).waitFor();
});
