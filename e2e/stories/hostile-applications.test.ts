import { describe } from "vitest";
import { registerApplication } from "../http/applications.ts";
import { queryOf, requestOf } from "../http/authorizations.ts";
import { call, givenSignedInUser } from "../http/client.ts";
import { hostileTexts, made } from "./hostile-texts.ts";
import { story } from "./story.ts";

/** As many texts as a name holds. */
const chunks = (longest: number): string[] => {
  const all: string[] = [];
  for (const text of hostileTexts) {
    const last = all.at(-1);
    if (last !== undefined && last.length + text.length < longest) all[all.length - 1] = `${last} ${text}`;
    else all.push(text.slice(0, longest));
  }
  return all;
};
const names = chunks(100);
const description = chunks(1000)[0] ?? "";

describe.concurrent("texts that contain scripts", () => {
  story(
    "FE-02 AP-05 stay plain text where the consent screen names an application",
    async ({ visit, stack, expect }) => {
      const application = await registerApplication(stack.url);
      const { developer, id, redirectUris } = application;
      const { token } = await givenSignedInUser(stack.url);
      const { page } = await visit({ token });
      for (const name of names) {
        const body = { name, description, redirectUris };
        const change = { token: developer.token, body };
        const { body: changed } = await call(stack.url, `PUT /api/developer/applications/${id}`, change);
        const state = `${name}"><script>alert(1)</script>`;
        await page.goto(`/oauth/authorize?${queryOf(requestOf(application, { state }))}`);
        await page.getByRole("button", { name: "Authorize", exact: true }).waitFor();
        expect(await page.getByRole("main").textContent()).toContain(changed.application.name);
        expect(await made(page), name).toEqual([]);
      }
    },
  );

  story(
    "FE-02 AP-05 stay plain text in the developer portal and under Connected Applications",
    async ({ visit, stack, expect }) => {
      const application = await registerApplication(stack.url, { name: names[0], description });
      const { developer } = application;
      for (const name of names.slice(1, 20)) {
        const body = { name, description, redirectUris: application.redirectUris };
        await call(stack.url, "POST /api/developer/applications", { token: developer.token, body });
      }
      const { page } = await visit({ token: developer.token });
      await page.goto("/developer");
      await page.getByText(application.clientId).first().waitFor();
      expect(await made(page)).toEqual([]);

      const request = requestOf(application);
      await page.goto(`/oauth/authorize?${queryOf(request)}`);
      await page.getByRole("button", { name: "Authorize", exact: true }).waitFor();
      const { client_id, redirect_uri, scope, state } = request;
      const body = { client_id, redirect_uri, scope, state };
      await call(stack.url, "POST /api/oauth/authorize", { token: developer.token, body });
      await page.goto("/dashboard");
      await page.getByText("Connected Applications").first().waitFor();
      await page.getByText(application.name.slice(0, 12)).first().waitFor();
      expect(await made(page)).toEqual([]);
    },
  );
});
