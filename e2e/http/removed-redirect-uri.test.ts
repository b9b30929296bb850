import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { redirectUri, registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf } from "./authorizations.ts";
import { call } from "./client.ts";
import { askToken } from "./token-calls.ts";

it("AP-08 refuses a code that was sent to a redirect URI which was removed since", async () => {
  const { url } = await sharedProduct();
  const other = "https://app.example.com/other";
  const application = await registerApplication(url, { redirectUris: [redirectUri, other] });
  const visitor = await givenVisitor(url);
  await visitor.authorize(requestOf(application));
  const granted = await visitor.consent(requestOf(application));
  const kept = answerIn(granted.body.redirectUrl).code ?? "";
  const silent = await visitor.authorize(requestOf(application, { redirect_uri: other }));
  const lost = answerIn(silent.headers.get("location")).code ?? "";
  const exchange = (code: string, uri: string) =>
    askToken(url, { grant_type: "authorization_code", code, redirect_uri: uri }, { basic: application });

  const { token } = application.developer;
  const body = { name: application.name, redirectUris: [redirectUri] };
  await call(url, `PUT /api/developer/applications/${application.id}`, { token, body });

  expect(await exchange(lost, other)).toMatchObject({
    status: 400,
    body: {
      error: "invalid_grant",
      error_description: "The application no longer has the redirect URI that this code was sent to",
    },
  });
  expect((await exchange(kept, redirectUri)).status).toBe(200);
});
