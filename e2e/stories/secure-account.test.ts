import { describe } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { givenHardwareKey } from "../http/hardware-key-calls.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

describe.concurrent("an account that its owner secures", () => {
  story("D17 loses what stays chosen, by the keyboard, and keeps the rest", async ({ visit, stack, expect }) => {
    const owner = await givenSignedInUser(stack.url);
    const other = await signIn(stack.url, owner);
    await givenHardwareKey(stack.url, owner);
    const { page } = await visit({ token: owner.token });
    await enter(page, "/dashboard");
    const codes = page.getByRole("heading", { name: "Recovery codes" });
    await codes.waitFor();
    await page.getByRole("button", { name: "Secure", exact: true }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Secure this account" });
    await dialog.getByRole("checkbox", { name: "1 other session" }).waitFor();
    const password = dialog.getByRole("checkbox", { name: /^Password/ });
    await password.press("Space");
    expect(await password.isChecked()).toBe(false);
    await dialog.getByRole("button", { name: "Secure account" }).press("Enter");
    await toast(page, "Account secured").waitFor();
    await dialog.waitFor({ state: "hidden" });
    await codes.waitFor({ state: "hidden" });
    expect((await call(stack.url, "GET /api/auth/me", { token: other })).status).toBe(401);
    await signIn(stack.url, owner);
  });

  story(
    "D17 keeps the session of admins who secure their own account on its page",
    async ({ visit, stack, expect }) => {
      const admin = await givenAdmin(stack);
      const { page } = await visit({ token: admin.token });
      await enter(page, `/admin/users/${admin.id}`);
      await page.getByRole("button", { name: "Secure this account" }).click();
      await page.getByRole("checkbox", { name: "no other sessions" }).waitFor();
      await page.getByRole("button", { name: "Secure account" }).click();
      await toast(page, "Account secured").waitFor();
      expect((await call(stack.url, "GET /api/auth/me", { token: admin.token })).status).toBe(200);
    },
  );
});
