import { beforeAll, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import type { RegisteredApplication } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, queryOf, requestOf, type Visitor } from "./authorizations.ts";

let product: SharedProduct;
let application: RegisteredApplication;
let visitor: Visitor;
beforeAll(async () => {
  product = await sharedProduct();
  [application, visitor] = await Promise.all([newApplication(product.url), givenVisitor(product.url)]);
  await visitor.authorize(requestOf(application));
  expect((await visitor.consent(requestOf(application))).status).toBe(200);
});

const asked = (destination: string | null, prompt: string | null) =>
  visitor.open(
    `/oauth/authorize?${queryOf(requestOf(application, { prompt }))}`,
    destination === null ? {} : { "sec-fetch-dest": destination },
  );

it("D13 gives a code to a navigation, to a program, and to a frame with prompt=none", async () => {
  for (const [destination, prompt] of [
    ["document", null],
    ["document", "none"],
    [null, null],
    ["iframe", "none"],
    ["frame", "none"],
  ] as const) {
    const { headers } = await asked(destination, prompt);
    expect([destination, answerIn(headers.get("location"))]).toEqual([
      destination,
      expect.objectContaining({ code: expect.any(String) }),
    ]);
  }
});

it("D13 gives no code to what a page loads or fetches, nor to a frame that could ask its user", async () => {
  for (const [destination, prompt] of [
    ...["image", "script", "style", "empty", "object", "embed", "worker", "IMAGE", ""].map((each) => [each, "none"]),
    ["iframe", null],
    ["frame", "consent"],
  ] as const) {
    const { status, headers, body } = await asked(destination ?? "", prompt ?? null);
    expect([destination, status, headers.has("location")]).toEqual([destination, 400, false]);
    expect(body).toContain("<h1>Invalid Request</h1>");
  }
});
