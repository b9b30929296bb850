import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { givenVisitor, newApplication, requestOf } from "./authorizations.ts";

it("U5 says apart what is missing, and leads back to the home page of an application that it knows", async () => {
  const { url } = await sharedProduct();
  const visitor = await givenVisitor(url);
  const application = await newApplication(url);
  const homepageUrl = "https://app.example.com/start";
  const known = await newApplication(url, { homepageUrl });
  const sentenceFor = async (sent: Record<string, string | null>, of = known) =>
    (await visitor.authorize(requestOf(of, sent))).body;
  expect((await visitor.open("/oauth/authorize")).body).toContain("Open the application, and sign in from there");
  expect(await sentenceFor({ client_id: null })).toContain("client_id is missing");
  expect(await sentenceFor({ client_id: randomUUID() })).toContain("client_id names no application");
  const elsewhere = { redirect_uri: "https://evil.example/callback" };
  expect(await sentenceFor(elsewhere)).toContain(`<a class="button" href="${homepageUrl}">Go back to Ledgerline</a>`);
  expect(await sentenceFor(elsewhere, application)).not.toContain("Go back to");
});
