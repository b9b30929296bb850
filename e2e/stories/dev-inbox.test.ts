/** @module-tag embedded/dev-inbox */
import { newPerson, register } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { submitRegistration } from "./steps.ts";
import { storyOn } from "./story.ts";

const withInbox = storyOn({ DEV_INBOX: "on" });

withInbox(
  "U18 leads from the registration to the email, and shows new ones without moving the one that is read",
  async ({ visit, stack, expect }) => {
    // The inbox is read again after 3 s.
    const { page } = await visit({ longestTimerMs: 3500 });
    const person = newPerson();
    await enter(page, "/register");
    await page.getByRole("complementary", { name: "This service" }).getByRole("link", { name: "inbox" }).waitFor();
    await submitRegistration(page, person);
    await page.getByRole("main").getByRole("link", { name: "inbox" }).click();
    const to = ({ email }: { email: string }) => page.getByRole("article").filter({ hasText: email });
    await to(person).waitFor();

    const newer = newPerson();
    await register(stack.url, newer);
    await to(newer).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);

    await to(person).hover();
    const before = await to(person).boundingBox();
    const newest = newPerson();
    await register(stack.url, newest);
    await to(newest).waitFor();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect((await to(person).boundingBox())?.y).toBeCloseTo(before?.y ?? 0);
  },
);
