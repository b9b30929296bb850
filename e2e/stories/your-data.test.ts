import { pathToFileURL } from "node:url";
import { givenSignedInUser } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { storyOnStoppedClock } from "./story.ts";
import { toast } from "./visitor.ts";

const later = storyOnStoppedClock();

later(
  "T4 a person whose sign-in is a while ago confirms who they are, and downloads their data as a page that opens by itself",
  { tags: ["embedded/moves-clock"] },
  async ({ visit, stack, product, expect }) => {
    const { token, email, password, username } = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit({ token });
    await enter(page, "/dashboard");
    product.advance(301);
    troubles.expect("answer 403: GET /api/user/data");
    await page.getByRole("button", { name: "Download my data as a readable page" }).click();
    const question = page.getByRole("dialog", { name: "Confirm it is you" });
    await question.getByText("To download your data.").waitFor();
    const downloaded = page.waitForEvent("download");
    await question.getByLabel("Current password").fill(password);
    await page.keyboard.press("Enter");
    const download = await downloaded;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^attestory-data-${username}-\\d{4}-\\d\\d-\\d\\d\\.html$`),
    );
    await toast(page, "Your data was downloaded").waitFor();
    const file = `${await download.path()}.html`;
    await download.saveAs(file);
    const address = String(pathToFileURL(file));
    troubles.expect(`foreign request: ${address}`);
    await page.goto(address);
    await page.getByRole("heading", { name: "Your data", exact: true }).waitFor();
    const history = page.getByRole("region", { name: "History" });
    expect(await history.getByRole("listitem").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining("You registered")]),
    );
    await page.getByRole("region", { name: "Account" }).getByText(email).waitFor();
  },
);
