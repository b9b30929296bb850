import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { signingKeysStream } from "@attestory/events/envelope.ts";
import { calculateJwkThumbprint, createLocalJWKSet, jwtVerify } from "jose";
import { expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { signingKeys } from "../signing-keys/signing-keys.ts";
import { readAccessToken } from "./read-access-token.ts";
import { accessTokenClaims, clientTokenClaims, idTokenClaims } from "./token-claims.ts";
import { openTokenSigner } from "./token-signer.ts";

const service = scratchServiceOfFile();

const now = () => new Date();
const openSigner = async () => {
  const commandHandler = createCommandHandler(service.log, service.sealing);
  const reportError = (message: string, error: unknown) => expect.fail(`${message}: ${error}`);
  return {
    commandHandler,
    signer: await openTokenSigner({ commandHandler, keyring: service.keyring, now, reportError }),
  };
};

it("creates one key of each algorithm, however many processes start at once", async () => {
  const [{ commandHandler }] = await Promise.all([openSigner(), openSigner()]);
  const { state } = await commandHandler.load(signingKeys, signingKeysStream);
  expect(state.map(({ algorithm }) => algorithm).sort()).toEqual(["ES256", "RS256"]);
  for (const { keyId, publicKey, encryptedKey } of state) {
    expect(keyId).toBe(await calculateJwkThumbprint(publicKey));
    expect(publicKey).not.toHaveProperty("d");
    expect(encryptedKey).not.toContain("PRIVATE");
  }
});

it("names a key by its thumbprint (RFC 7638 section 3.1)", async () => {
  const n =
    "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
  expect(await calculateJwkThumbprint({ kty: "RSA", n, e: "AQAB" })).toBe(
    "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
  );
});

it("signs access tokens and ID tokens that the public keys verify", async () => {
  const { commandHandler, signer } = await openSigner();
  const issuer = "https://id.example";
  const clientId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
  const grant = {
    authorizationId: "2b9e4d10-83a7-4f65-b1c2-d3e4f5061728",
    userId: "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701",
    sessionId: "0199f1c3-18d2-7b44-8c5e-6a1d3f20b901",
    nonce: "n",
    authenticatedAt: new Date("2026-01-05T09:30:00.900Z"),
    acr: "phr",
    amr: ["pop", "user", "mfa"],
  };
  const issuing = { issuer, clientId, now: now() };
  const accessToken = await signer.sign(
    { algorithm: "ES256", type: "at+jwt" },
    accessTokenClaims({
      ...issuing,
      tokenId: crypto.randomUUID(),
      scopes: ["openid", "roles"],
      grant,
      roles: ["pro"],
      target: null,
      jkt: null,
    }),
  );
  const idToken = await signer.sign(
    { algorithm: "RS256", type: "JWT" },
    idTokenClaims({ ...issuing, grant, accessToken, nonce: grant.nonce, person: { name: "Ada Lovelace" } }),
  );

  const { state } = await commandHandler.load(signingKeys, signingKeysStream);
  const jwks = createLocalJWKSet({
    keys: state.map(({ keyId, publicKey }) => ({ ...publicKey, kid: keyId })) as never,
  });
  const access = await jwtVerify(accessToken, jwks, { issuer, audience: issuer, typ: "at+jwt", algorithms: ["ES256"] });
  expect(access.payload).toEqual({
    iss: issuer,
    sub: grant.userId,
    aud: issuer,
    client_id: clientId,
    scope: "openid roles",
    jti: expect.any(String),
    iat: expect.any(Number),
    exp: (access.payload.iat ?? 0) + 3600,
    auth_time: 1767605400,
    grant: grant.authorizationId,
    roles: ["pro"],
  });
  const id = await jwtVerify(idToken, jwks, { issuer, audience: clientId, typ: "JWT", algorithms: ["RS256"] });
  expect(id.payload).toMatchObject({
    sub: grant.userId,
    azp: clientId,
    nonce: "n",
    sid: grant.sessionId,
    name: "Ada Lovelace",
  });
});

it("says of an application that acts for itself that it is the subject, its epoch, the generation of the log, and no grant", () => {
  const clientId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
  const issuing = { issuer: "https://id.example", clientId, tokenId: "t", now: now() };
  const claims = clientTokenClaims({ ...issuing, epoch: 2, generation: 3, target: null, jkt: null });
  expect(claims).toMatchObject({ sub: clientId, epoch: 2, generation: 3 });
  for (const name of ["grant", "scope", "auth_time", "roles"]) expect(claims).not.toHaveProperty(name);
});

it("S3 reads an access token, to revoke it, until it has expired by every clock", async () => {
  const { signer } = await openSigner();
  const issuer = "https://id.example";
  const clientId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
  const issuedAt = new Date("2026-01-05T09:30:00Z");
  const tokenId = crypto.randomUUID();
  const claims = clientTokenClaims({
    issuer,
    clientId,
    tokenId,
    epoch: 0,
    generation: 1,
    target: null,
    jkt: null,
    now: issuedAt,
  });
  const token = await signer.sign({ algorithm: "ES256", type: "at+jwt" }, claims);
  const readAfter = (seconds: number) =>
    readAccessToken({ signer, issuer }, token, new Date(issuedAt.getTime() + seconds * 1000));
  const expiresAt = new Date("2026-01-05T10:30:00Z");
  const day = 86_400;
  expect(await readAfter(day + 3599)).toEqual({
    applicationId: clientId,
    tokenId,
    expiresAt,
    authorizationId: null,
  });
  expect(await readAfter(day + 3600)).toBeNull();
});
