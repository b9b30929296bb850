import { attemptsStream } from "@attestory/events/envelope.ts";
import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { storedEvents } from "../http/stored-log.ts";
import { givenUnlockLink } from "../http/unlock-links.ts";
import { historyOf } from "./paths.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { address, focused } from "./visitor.ts";

describe.concurrent("the unlock link of an email", () => {
  story(
    "A6 EV-11 changes nothing until its button is pressed, and then works once",
    async ({ visit, stack, expect }) => {
      const person = await givenSignedInUser(stack.url);
      const token = await givenUnlockLink(stack, person);
      const link = `/unlock?token=${token}`;
      const types = async () =>
        (await storedEvents(stack))
          .filter(({ stream }) => stream === attemptsStream(person.id))
          .map(({ type }) => type);
      const { page, context, troubles } = await visit();
      const withToken: string[] = [];
      context.on("request", (request) => {
        if (request.url().includes(token)) withToken.push(`${request.method()} ${new URL(request.url()).pathname}`);
      });
      await page.goto("/about");
      await page.goto(link);
      const press = () => page.getByRole("button", { name: "Yes, end the wait" }).click();
      await page.getByRole("button", { name: "Yes, end the wait" }).waitFor();
      await expect.poll(() => address(page)).toBe("/unlock");
      expect(await types()).toEqual(["UnlockOffered"]);

      await press();
      await page.getByRole("heading", { name: "You can sign in now" }).waitFor();
      await expect.poll(() => focused(page)).toBe("You can sign in now");
      expect(await types()).toEqual(["UnlockOffered", "AttemptsLifted"]);
      expect((await context.cookies()).map(({ name }) => name)).toContain("__Host-device");
      expect((await historyOf(page)).join()).not.toContain("token");
      expect(withToken).toEqual(["GET /unlock"]);

      troubles.expect("answer 400: POST /api/auth/unlock");
      await page.goto(link);
      await press();
      await page.getByRole("heading", { name: "This link does not work" }).waitFor();
      await page.getByRole("alert").filter({ hasText: "use the link of our newest email" }).waitFor();
      expect(await types()).toEqual(["UnlockOffered", "AttemptsLifted"]);
    },
  );

  story("A6 can be tried again when the service did not answer", async ({ visit, stack }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit();
    await enter(page, `/unlock?token=${await givenUnlockLink(stack, person)}`);
    await page.route("**/api/auth/unlock", (route) => route.abort("connectionrefused"));
    troubles.expect("no answer: POST /api/auth/unlock");
    await page.getByRole("button", { name: "Yes, end the wait" }).click();
    await page.getByRole("alert").filter({ hasText: "This did not work" }).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Yes, end the wait" }).click();
    await page.getByRole("heading", { name: "You can sign in now" }).waitFor();
  });
});
