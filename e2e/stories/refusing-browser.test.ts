import { describe } from "vitest";
import { becomes } from "../http/api-key-calls.ts";
import { givenDeveloper } from "../http/applications.ts";
import { goWithin, openPaths, shown, visitEach } from "./paths.ts";
import { dashboard, signIn } from "./steps.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

/** As a browser that blocks the data of sites, on a page that came over plain http. */
function refuse() {
  const refused = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refused });
  Object.defineProperty(window, "BroadcastChannel", { value: refused });
  Object.defineProperty(navigator, "clipboard", { value: undefined });
}

describe("a browser that keeps no data of sites", () => {
  story("FA-02 loads every open screen", async ({ visit }) => {
    const { page } = await visit({ fresh: true });
    await page.addInitScript(refuse);
    await visitEach(page, openPaths, async () => {});
    for (const path of ["/login", "/register", "/oauth/test"]) {
      await page.goto(path);
      await shown(page);
    }
  });

  story("FA-02 signs in, remembers nothing, and says that it copies nothing", async ({ visit, stack, expect }) => {
    const developer = await givenDeveloper(stack.url);
    await becomes(stack, developer.id, { isDeveloper: true, isPro: true });
    const { page } = await visit({ fresh: true });
    await page.addInitScript(refuse);
    await signIn(page, developer);
    await dashboard(page);

    await goWithin(page, "/dashboard/developer");
    await page.getByRole("button", { name: "New Key" }).click();
    const form = page.getByRole("dialog", { name: "New Key" });
    await form.getByLabel("Name").fill("Nightly report");
    await form.getByLabel("List users (users:read)").check();
    await form.getByRole("button", { name: "Create" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Save your API key" });
    await dialog.getByText(/^atk_/).waitFor();
    expect(await dialog.getByText("It is on your clipboard now.").count()).toBe(0);
    await dialog.getByRole("button", { name: "Copy API key" }).click();
    await toast(page, "Copy failed").waitFor();
    await dialog.getByRole("button", { name: "I've saved the key" }).click();

    await page.goto("/dashboard");
    await page.waitForURL("**/login?redirect=%2Fdashboard");
  });
});
