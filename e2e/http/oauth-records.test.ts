import { apiKeyStream, authorizationStream, consentStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { becomes, createKey, givenApiKey } from "./api-key-calls.ts";
import { call, givenSignedInUser, newPerson } from "./client.ts";
import { exchange, givenCode, givenParties, newVerifier } from "./grants.ts";

const product = sharedProductScene();

const address = expect.stringMatching(/127\.0\.0\.1|::1/);

it("B8 LG-03 records a consent, the use of a code and its reuse with who, when, from where and in which request", async () => {
  const parties = await givenParties(product.url);
  const { user, application } = parties;
  const verifier = newVerifier();
  const code = await givenCode(parties, { verifier });
  const used = await exchange(parties, { code, code_verifier: verifier });
  const reused = await exchange(parties, { code, code_verifier: verifier });

  const [granted] = await product.history(consentStream({ userId: user.id, applicationId: application.id }));
  const authorization = await product.history(authorizationStream(code.split("_")[1] ?? ""));
  const client = { kind: "client", id: application.id };
  const expected = [
    [granted, "ConsentGranted", { kind: "user", id: user.id }, null],
    [authorization[1], "AuthorizationCodeRedeemed", client, used],
    [authorization[2], "AuthorizationEnded", client, reused],
  ] as const;
  for (const [event, type, actor, answer] of expected) {
    expect(event, type).toMatchObject({ type, actor, ip: address });
    if (answer) expect(event?.correlationId, type).toBe(answer.headers.get("x-request-id"));
    expect(Math.abs((event?.recordedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  }
});

it("LG-03 records the creation of a key with who, when, from where and in which request", async () => {
  const owner = await givenSignedInUser(product.url);
  await becomes(product, owner.id, { isPro: true });
  const answer = await createKey(product.url, owner, { name: "Nightly report" });
  const [created] = await product.history(apiKeyStream(answer.body.apiKey.id));
  expect(created).toMatchObject({
    type: "ApiKeyCreated",
    actor: { kind: "user", id: owner.id },
    sessionId: owner.token.split("_")[1],
    ip: address,
    correlationId: answer.headers.get("x-request-id"),
  });
});

it("B8 B12 names the key that acted, and whom it acted for", async () => {
  const owner = await givenSignedInUser(product.url);
  const key = await givenApiKey(product, owner);
  const { email, username } = newPerson();
  const { body } = await call(product.url, "POST /api/users", { token: key.keyValue, body: { email, username } });
  const [registered] = await product.history(userStream(body.user.id));
  expect(registered).toMatchObject({
    type: "UserRegistered",
    actor: { kind: "user", id: owner.id },
    delegate: { kind: "apiKey", id: key.id },
    sessionId: null,
  });
});
