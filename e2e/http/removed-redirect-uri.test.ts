import { authorizationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { redirectUri, registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf } from "./authorizations.ts";
import { call } from "./client.ts";
import { typesIn } from "./stored-log.ts";
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

it("AP-08 TK-02 ends what a code gave when it is used again, also after its redirect URI was removed", async () => {
  const product = await sharedProduct();
  const { url } = product;
  const other = "https://app.example.com/other";
  const application = await registerApplication(url, { redirectUris: [redirectUri, other] });
  const visitor = await givenVisitor(url);
  const request = requestOf(application, { redirect_uri: other });
  await visitor.authorize(request);
  const code = answerIn((await visitor.consent(request)).body.redirectUrl).code ?? "";
  const exchange = () =>
    askToken(url, { grant_type: "authorization_code", code, redirect_uri: other }, { basic: application });
  expect((await exchange()).status).toBe(200);

  const body = { name: application.name, redirectUris: [redirectUri] };
  const { token } = application.developer;
  await call(url, `PUT /api/developer/applications/${application.id}`, { token, body });

  expect(await exchange()).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  const authorizationId = code.split("_")[1] ?? "";
  expect(await typesIn(product, authorizationStream(authorizationId))).toContain("AuthorizationEnded");
});
