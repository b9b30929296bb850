/** @module-tag embedded/one-process */
import { expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { registerApplication } from "./applications.ts";
import { type Answered, call, givenSignedInUser, newPerson } from "./client.ts";
import { askToken, postForm } from "./token-calls.ts";

const product = ownProductScene({ RATE_LIMITS: "on" });

const limitOf = ({ status, headers }: Pick<Answered, "status" | "headers">) => [
  status,
  headers.get("ratelimit-policy"),
  headers.get("ratelimit"),
];

it("tells an application in every answer how many calls it has left", async () => {
  const { url } = product;
  const application = await registerApplication(url);
  const policy = '"client";q=6000;w=60';
  const own = { grant_type: "client_credentials" };
  const given = await askToken(url, own, { basic: application });
  expect(limitOf(given)).toEqual([200, policy, '"client";r=5999']);
  expect(limitOf(await askToken(url, { grant_type: "authorization_code" }, { basic: application }))).toEqual([
    400,
    policy,
    '"client";r=5998',
  ]);
  const token = { token: given.body.access_token };
  const introspected = await postForm(`${url}/api/oauth/introspect`, token, { basic: application });
  expect(limitOf(introspected)).toEqual([200, policy, '"client";r=5997']);
  const revoked = await postForm(`${url}/api/oauth/revoke`, token, { basic: application });
  expect(limitOf(revoked)).toEqual([200, policy, '"client";r=5996']);
});

it("tells a program in every answer how many calls its key has left, of reads and writes together", async () => {
  const { url } = product;
  const { keyValue: token } = await givenApiKey(product, await givenSignedInUser(url));
  const { email, username } = newPerson();
  const policy = '"api-key";q=600;w=60';
  const read = await call(url, "GET /api/users", { token });
  expect(limitOf(read)).toEqual([200, policy, '"api-key";r=599']);
  const written = await call(url, "POST /api/users", { token, body: { email, username } });
  expect(limitOf(written)).toEqual([201, policy, '"api-key";r=598']);
});
