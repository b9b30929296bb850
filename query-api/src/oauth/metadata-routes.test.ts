import { generateKeyPairSync, randomUUID } from "node:crypto";
import { clientSourcesStream, signingKeysStream, userStream } from "@attestory/events/envelope.ts";
import { publishedAfterSeconds } from "@attestory/events/signing-key-validity.ts";
import { importJWK, type JWK } from "jose";
import { expect, it, onTestFinished } from "vitest";
import { grants } from "../testing/grants.ts";
import { HeldProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi, scratchUrl } from "../testing/scratch-query-api.ts";

const opened = async () => {
  const scratch = await openScratchQueryApi((service) => new HeldProjections(service));
  onTestFinished(() => scratch.close());
  return scratch;
};

it("RS-10 publishes the same metadata for OpenID Connect and OAuth, with the exact issuer", async () => {
  const scratch = await opened();
  const answers = await Promise.all([
    scratch.get("/.well-known/openid-configuration"),
    scratch.get("/.well-known/oauth-authorization-server"),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  }
  const [openid, oauth] = await Promise.all(answers.map((answer) => answer.json() as Promise<object>));
  expect(openid).toEqual(oauth);
  expect(openid).toMatchObject({
    issuer: scratchUrl,
    jwks_uri: `${scratchUrl}/api/oauth/jwks`,
    userinfo_endpoint: `${scratchUrl}/api/oauth/userinfo`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    request_uri_parameter_supported: false,
  });
});

it("CM-01 promises metadata documents only where an admin allows addresses", async () => {
  const promised = async (scratch: Awaited<ReturnType<typeof opened>>) => {
    const answer = await scratch.get("/.well-known/oauth-authorization-server");
    return ((await answer.json()) as Record<string, unknown>).client_id_metadata_document_supported;
  };
  expect(await promised(await opened())).toBe(undefined);
  const allowing = await opened();
  const { happened } = allowing.service;
  const [userId, names] = [randomUUID(), { username: "ada", firstName: null, lastName: null }];
  const account = { userId, email: "ada@example.com", passwordHash: "hash", ...names };
  await happened(userStream(userId), { type: "UserRegistered", data: account }, { person: userId });
  await happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
  const roles = { userId, isAdmin: true, isDeveloper: true, isPro: false };
  await happened(userStream(userId), { type: "RolesChanged", data: roles });
  const data = { sourceId: randomUUID(), urlPrefix: "https://tools.example/", adminTerm: 1 };
  const by = { actor: { kind: "user" as const, id: userId } };
  await happened(clientSourcesStream, { type: "ClientSourceAllowed", data }, by);
  await allowing.projections.fold();
  expect(await promised(allowing)).toBe(true);
  const ended = await opened();
  await ended.service.happened(clientSourcesStream, { type: "ClientSourceAllowed", data }, by);
  await ended.projections.fold();
  expect(await promised(ended)).toBe(undefined);
});

it("RS-10 publishes every signing key with its id and algorithm, and no private member", async () => {
  const scratch = await opened();
  const created = (keyId: string, algorithm: "RS256" | "ES256", publicKey: JWK) =>
    scratch.service.happened(signingKeysStream, {
      type: "SigningKeyCreated",
      data: { keyId, algorithm, publicKey: publicKey as Record<string, string>, encryptedKey: "secret", signs: true },
    });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await created("rsa", "RS256", rsa as JWK);
  // Even if a private key were recorded as the public one, it would not be published.
  await created("ec", "ES256", ec.privateKey.export({ format: "jwk" }) as JWK);
  await scratch.projections.fold();

  const answer = await scratch.get("/api/oauth/jwks");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  const { keys } = (await answer.json()) as { keys: JWK[] };
  const names = (key: JWK) => Object.keys(key).toSorted();
  expect(keys.map((key) => [key.kid, key.alg, key.use, names(key)]).toSorted()).toEqual([
    ["ec", "ES256", "sig", ["alg", "crv", "kid", "kty", "use", "x", "y"]],
    ["rsa", "RS256", "sig", ["alg", "e", "kid", "kty", "n", "use"]],
  ]);
  for (const key of keys) expect(await importJWK(key)).toMatchObject({ type: "public" });
});

it("RS-10 RS-11 publishes the key that signs before former and next ones, and neither withdrawn ones nor those whose tokens have expired", async () => {
  const scratch = await opened();
  const happens = grants(scratch);
  const [retired, previous, current, withdrawn, next] = [
    await happens.signingKey(),
    await happens.signingKey(),
    await happens.signingKey(),
    await happens.signingKey(),
    await happens.signingKey("ES256", false),
  ].map(({ keyId }) => keyId) as [string, string, string, string, string];
  const algorithm = "ES256" as const;
  const replaced = (replacedKeyId: string) =>
    happens.happenedToKeys({
      type: "SigningKeyPromoted",
      data: { keyId: current, algorithm, replacedKeyId, reason: "planned" },
    });
  await replaced(retired);
  scratch.clock.now = new Date(scratch.clock.now.getTime() + 1000 * (publishedAfterSeconds - 1));
  await replaced(previous);
  await happens.happenedToKeys({ type: "SigningKeyWithdrawn", data: { keyId: withdrawn, algorithm } });
  await scratch.projections.fold();
  const kids = async () => {
    const { keys } = (await (await scratch.get("/api/oauth/jwks")).json()) as { keys: JWK[] };
    return keys.map(({ kid }) => kid);
  };
  const atFirst = await kids();
  expect([atFirst[0], atFirst.toSorted()]).toEqual([current, [retired, previous, current, next].toSorted()]);
  expect(atFirst.at(-1)).toBe(next);
  scratch.clock.now = new Date(scratch.clock.now.getTime() + 1000);
  // The keys are remembered for a second.
  await expect.poll(kids, { timeout: 3000 }).toEqual([current, previous, next]);
});

it("FE-07 lets pages of any origin read the metadata and the keys, without credentials", async () => {
  const scratch = await opened();
  for (const path of [
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server",
    "/api/oauth/jwks",
  ]) {
    const answer = await scratch.get(path, { headers: { origin: "https://evil.example" } });
    expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  }
});
