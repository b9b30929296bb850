import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { givenVisitor, newApplication, requestOf } from "./authorizations.ts";
import { call } from "./client.ts";

it("FO-03 answers in the fragment where the request asks for that, also with an error", async () => {
  const { url } = await sharedProduct();
  const redirect_uri = "https://app.example.com/callback?tenant=a";
  const application = await newApplication(url, { redirectUris: [redirect_uri] });
  const visitor = await givenVisitor(url);
  const sent = requestOf(application, { redirect_uri, response_mode: "fragment", state: "a&b" });
  const inFragment = (location: string) => {
    expect(location.startsWith(`${redirect_uri}#`)).toBe(true);
    return Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)));
  };
  await visitor.authorize(sent);
  const { redirectUrl } = (await visitor.consent(sent)).body;
  expect(inFragment(redirectUrl)).toEqual({ code: expect.stringMatching(/^atc_/), state: "a&b", iss: url });
  const refused = await visitor.authorize({ ...sent, prompt: "none", max_age: "0" });
  expect(refused.status).toBe(303);
  expect(inFragment(refused.headers.get("location") ?? "")).toMatchObject({ error: "login_required", state: "a&b" });
  const { response_modes_supported: modes } = (await call(url, "GET /.well-known/openid-configuration")).body;
  expect(modes).toEqual(["query", "fragment", "form_post"]);
});
