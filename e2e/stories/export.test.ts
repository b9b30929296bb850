import { readFile } from "node:fs/promises";
import { givenAdmin } from "../http/admins.ts";
import { enter } from "./screens/resting.ts";
import { storyOn } from "./story.ts";
import { toast } from "./visitor.ts";

/** A product of the admins' stories: elsewhere tests make applications, whose logos the dashboard would load. */
const alone = storyOn({ SESSION_IDLE_SECONDS: "3597" });

alone(
  "U19 an admin exports the database as a file, which the checklist counts until it is hidden",
  async ({ visit, stack, expect }) => {
    const { token } = await givenAdmin(stack);
    const { page } = await visit({ token });
    await enter(page, "/admin");
    const backup = page.getByRole("listitem").filter({ hasText: "Backup" });
    await backup.getByText("Open: ").waitFor();
    await page.getByRole("button", { name: "Export Database" }).click();
    const dialog = page.getByRole("dialog", { name: "Export Database" });
    const downloaded = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toMatch(/^attestory-\d{4}-\d\d-\d\d\.sql$/);
    const file = await readFile(await download.path(), "utf8");
    expect([file.slice(0, 19), file.endsWith("}\n")]).toEqual(["-- Attestory backup", true]);
    await toast(page, "Database exported").waitFor();
    await dialog.waitFor({ state: "hidden" });
    await backup.getByText("Done: ").waitFor();
    await page.getByRole("button", { name: "Hide" }).click();
    await page.reload();
    await page.getByRole("button", { name: "View All" }).first().waitFor();
    expect(await backup.count()).toBe(0);
  },
);
