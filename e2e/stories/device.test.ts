import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { deviceApplication, givenDevice, poll } from "../http/device-scene.ts";
import { claimsOf, errorOf } from "../http/token-calls.ts";
import { signIn, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";

describe.concurrent("a device that shows a code", () => {
  story(
    "DF-11 is allowed by a visitor who follows its link, once they have compared the code",
    async ({ visit, stack, expect }) => {
      const asking = { url: stack.url, application: await deviceApplication(stack.url) };
      const person = await givenSignedInUser(stack.url);
      const device = await givenDevice(asking);
      const { page } = await visit();
      await page.goto(device.verification_uri_complete);
      await page.waitForURL("**/login?redirect=*");
      await submitSignIn(page, person);
      await page.getByText("Is this the code that your device shows?").waitFor();
      expect(await page.getByLabel("Code").inputValue()).toBe(device.user_code);
      expect(errorOf(await poll(asking, device))).toEqual([400, "authorization_pending"]);

      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { name: "Ledgerline wants to sign you in on a device" }).waitFor();
      await page.getByText(device.user_code, { exact: true }).waitFor();
      await page.getByText("Go on only if you started this yourself, on a device of your own").waitFor();
      await page.getByText(person.email).first().waitFor();
      await page.getByText("Verify your identity").waitFor();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByRole("heading", { name: "You can go back to your device" }).waitFor();

      const { body } = await poll(asking, device);
      expect(claimsOf(body.id_token)).toMatchObject({ sub: person.id });
      await page.goto("/dashboard/activity");
      await page.getByText("An application was allowed on a device").waitFor();
    },
  );

  story(
    "DF-05 is found by a code that is typed in lower case, and can be refused",
    async ({ visit, stack, expect }) => {
      const asking = { url: stack.url, application: await deviceApplication(stack.url) };
      const person = await givenSignedInUser(stack.url);
      const device = await givenDevice(asking);
      const { page, troubles } = await visit();
      await signIn(page, person);
      await page.goto("/device");
      const send = async (code: string) => {
        await page.getByLabel("Code").fill(code);
        await page.getByRole("button", { name: "Continue" }).click();
      };
      await send("");
      await page.getByText("Please enter the code that your device shows").waitFor();
      troubles.expect("answer 404: POST /api/oauth/device/request");
      await send("BBBB-BBBB");
      await page.getByText("No device shows this code. Check it, and enter it again.").waitFor();
      await send(device.user_code.toLowerCase().replace("-", " "));
      await page.getByRole("button", { name: "Deny" }).click();
      await page.getByRole("heading", { name: "The device was refused" }).waitFor();
      expect(errorOf(await poll(asking, device))).toEqual([400, "access_denied"]);

      troubles.expect("answer 409: POST /api/oauth/device/request");
      await page.goto("/device");
      await send(device.user_code);
      await page.getByText("This code was used already.").waitFor();
    },
  );
});
