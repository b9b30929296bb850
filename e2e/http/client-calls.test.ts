import { setTimeout as wait } from "node:timers/promises";
import { clientCallsStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type RegisteredApplication, registerApplication } from "./applications.ts";
import { type Answered, call } from "./client.ts";
import { askToken } from "./token-calls.ts";

const product = sharedProductScene();
let application: RegisteredApplication;

beforeAll(async () => {
  application = await registerApplication(product.url);
});

const requestsOf = ({ id, developer }: RegisteredApplication, token = developer.token): Promise<Answered> =>
  call(product.url, `GET /api/developer/applications/${id}/requests`, { token });

it("shows the owner of an application, and no one else, why its calls failed", async () => {
  const none = async () => (await requestsOf(application)).body;
  await expect.poll(none, { timeout: 20_000 }).toEqual({
    requests: [],
    nextCursor: null,
    couldUsePkce: false,
    signIns: { count: 0, withPkce: 0, pushed: 0 },
  });
  const { id, clientSecret } = application;
  const credentials = { client_id: id, client_secret: clientSecret };
  const body = {
    grant_type: "authorization_code",
    code: "never-given",
    redirect_uri: "https://app.example.com/",
    ...credentials,
  };
  expect((await call(product.url, "POST /api/oauth/token", { body })).status).toBe(400);

  // Recorded behind the answer.
  let answer = await requestsOf(application);
  for (const until = Date.now() + 20_000; answer.body.requests.length === 0 && Date.now() < until; await wait(20)) {
    answer = await requestsOf(application);
  }

  const [request] = answer.body.requests;
  expect(request).toMatchObject({ endpoint: "token", outcome: "failed", error: "invalid_grant" });
  expect(JSON.stringify(answer.body)).not.toContain("never-given");
  const other = await registerApplication(product.url);
  const refused = await requestsOf(application, other.developer.token);
  expect([refused.status, refused.body.code]).toEqual([404, "not_found"]);
});

it("records each of thirty failed calls that come at once", async () => {
  const { url } = product;
  const busy = await registerApplication(url);
  const wrong = { grant_type: "authorization_code", redirect_uri: "https://app.example.com/callback", code: "none" };
  await Promise.all(Array.from({ length: 30 }, () => askToken(url, wrong, { basic: busy })));
  const recorded = async () => {
    const { history } = product;
    return (await history(clientCallsStream(busy.id))).length;
  };
  await expect.poll(recorded, { timeout: 20_000 }).toBe(30);
});
