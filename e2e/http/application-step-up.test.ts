/** @module-tag embedded/moves-clock */
import { applicationStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { redirectUri, registerApplication } from "./applications.ts";
import { call, emailTo } from "./client.ts";

const product = ownProductScene();
beforeAll(() => {
  product.stopClock();
});

const elsewhere = "https://thief.example/callback";

it.each([
  ["PUT", "was changed", { name: "Ledgerline", redirectUris: [redirectUri, elsewhere], requirePkce: false }],
  ["DELETE", "was deleted", undefined],
] as const)(
  "D11 %s of an application needs a recent authentication, and its owner is told: it %s",
  async (method, done, body) => {
    const { id, developer } = await registerApplication(product.url, { requirePkce: true });
    const { token } = developer;
    const ask = () => call(product.url, `${method} /api/developer/applications/${id}`, { token, body });
    const types = async () => (await product.history(applicationStream(id))).map(({ type }) => type);
    product.advance(301);

    const refused = await ask();

    expect([refused.status, refused.body.code]).toEqual([403, "reauthentication_required"]);
    expect(await types()).toEqual(["ApplicationRegistered"]);
    const confirming = { token, body: { currentPassword: developer.password } };
    expect((await call(product.url, "POST /api/auth/step-up", confirming)).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(await types()).toHaveLength(2);
    const { text } = await emailTo(product.url, developer.email, `An application of yours ${done}`);
    expect(text).toContain(`Your application “Ledgerline” ${done} on`);
    if (method === "PUT") {
      expect(text).toContain("A redirect URI was added.");
      expect(text).toContain("PKCE is no longer required.");
    }
  },
);
