import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import type { RegisteredApplication } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, queryOf, requestOf, Visitor } from "./authorizations.ts";

const product = sharedProductScene();
let application: RegisteredApplication;
/** It allows no frame. */
let other: RegisteredApplication;
let visitor: Visitor;
beforeAll(async () => {
  [application, other, visitor] = await Promise.all([
    newApplication(product.url, { allowFrameSignIn: true }),
    newApplication(product.url),
    givenVisitor(product.url),
  ]);
  for (const each of [application, other]) {
    await visitor.authorize(requestOf(each));
    expect((await visitor.consent(requestOf(each))).status).toBe(200);
  }
});

const asked = (destination: string | null, prompt: string | null, { by = application, browser = visitor } = {}) =>
  browser.open(
    `/oauth/authorize?${queryOf(requestOf(by, { prompt }))}`,
    destination === null ? {} : { "sec-fetch-dest": destination },
  );

it("D13 gives a code to a navigation, to a program, and to a frame with prompt=none that its application allows", async () => {
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

it("D13 tells an application that allows no frame to open a page, whoever is signed in", async () => {
  expect(answerIn((await asked("document", "none", { by: other })).headers.get("location"))).toHaveProperty("code");
  for (const browser of [visitor, new Visitor(product.url)]) {
    const { status, headers } = await asked("iframe", "none", { by: other, browser });
    expect([status, answerIn(headers.get("location"))]).toEqual([
      303,
      {
        error: "interaction_required",
        error_description: "Sign-in in a frame is not allowed in this application's settings",
        state: "a state",
        iss: product.url,
      },
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

it("D13 takes a code to its application by a form in a navigation alone", async () => {
  const request = requestOf(application, { response_mode: "form_post", prompt: "consent", state: "a form" });
  await visitor.authorize(request);
  const { pathname, search } = new URL((await visitor.consent(request)).body.redirectUrl);
  for (const [destination, status] of [
    ["iframe", 400],
    ["document", 200],
  ] as const) {
    const { status: answered } = await visitor.open(`${pathname}${search}`, { "sec-fetch-dest": destination });
    expect([destination, answered]).toEqual([destination, status]);
  }
});
