import { readFile } from "node:fs/promises";
import { givenAdmin } from "../http/admins.ts";
import { call } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { storyOn } from "./story.ts";

/** A checkpoint follows every event within a second. */
const signedAtOnce = storyOn({ CHECKPOINT_EVENTS: "1" });

signedAtOnce(
  "LG-06 an admin proves an event of an account, which the browser checks, and saves the proof",
  async ({ visit, stack, expect }) => {
    const { id, token } = await givenAdmin(stack);
    const events = async () =>
      (await call(stack.url, `GET /api/admin/users/${id}/events`, { token })).body.events ?? [];
    await expect.poll(events, { timeout: 30_000 }).not.toEqual([]);
    const { page } = await visit({ token });
    await enter(page, `/admin/users/${id}`);
    // The newest one that is shown: another may follow.
    const proof = page.getByRole("link", { name: "Proof" }).first();
    const event = new URL((await proof.getAttribute("href")) ?? "", stack.url).searchParams.get("event");
    const asked = `GET /api/admin/integrity/proof?event=${event}`;
    await expect.poll(async () => (await call(stack.url, asked, { token })).status, { timeout: 30_000 }).toBe(200);
    await proof.click();
    await page.getByRole("region", { name: "the checkpoint" }).getByText("attestory/").waitFor();
    expect(await page.getByLabel("Event", { exact: true }).inputValue()).toBe(event);
    await page.getByRole("button", { name: "Get proof" }).click();
    await page.getByText("Checked in this browser").waitFor();
    expect(await page.getByText("was not checked here").count()).toBe(0);
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download proof" }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toMatch(/^proof-user-.*\.json$/);
    const { body } = await call(stack.url, asked, { token });
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toEqual(body);
  },
);
