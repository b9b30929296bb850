import { registerApplication } from "../http/applications.ts";
import { story } from "./story.ts";

story(
  "U10 the test page offers one's own applications, adds itself, and looks the same after the answer",
  async ({ visit, stack, expect }) => {
    const { name, clientId, developer } = await registerApplication(stack.url);
    const { page, context } = await visit({ token: developer.token });
    await page.goto("/dashboard/developer");
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Try sign-in" }).click();
    await page.getByText("This redirect URI is not registered").waitFor();
    expect(await page.getByLabel("Your application").inputValue()).toBe(clientId);
    await page.getByRole("button", { name: "Add it to the application" }).click();
    await page.getByText("This redirect URI is not registered").waitFor({ state: "hidden" });

    await page.getByLabel("State").fill("my state");
    const opening = context.waitForEvent("page");
    await page.getByRole("link", { name: "Open in a new window" }).click();
    const opened = await opening;
    await opened.getByRole("button", { name: "Authorize" }).click();
    await opened.getByText("The application got a code").waitFor();
    const entered = await Promise.all(
      ["Client ID", "Scope", "State"].map((label) => opened.getByLabel(label).inputValue()),
    );
    expect(entered).toEqual([clientId, "openid profile email", "my state"]);
  },
);
