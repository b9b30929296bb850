import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, expect, it } from "vitest";
import { assertionVerifier } from "./client-assertion.ts";

const issuer = "https://id.example.com";
const clientId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
const endpoint = `${issuer}/api/oauth/token`;
const startedAt = new Date("2026-03-01T12:00:00.900Z");
const start = Math.floor(startedAt.getTime() / 1000);

let keys: { keys: Record<string, string>[] };
let privateKey: CryptoKey;
beforeAll(async () => {
  const pair = await generateKeyPair("ES256");
  privateKey = pair.privateKey;
  keys = { keys: [(await exportJWK(pair.publicKey)) as Record<string, string>] };
});

const claims = { iss: clientId, sub: clientId, aud: issuer, jti: "one" };
const verified = async (said: object, { since, at }: { since: Date | null; at: number }) => {
  const clock = () => new Date(at * 1000);
  const verify = assertionVerifier({
    issuer,
    tokenEndpoint: endpoint,
    rateLimiter: inProcessRateLimiter(clock),
    since,
  });
  const jwt = await new SignJWT({ ...claims, ...said }).setProtectedHeader({ alg: "ES256" }).sign(privateKey);
  const present = () => verify({ assertion: jwt, clientId, keys, endpoint, machineTime: clock() });
  return [await present(), await present()];
};
const early = "client_assertion was made before this service started: make a new one";
const used = "client_assertion was used before: give each one a jti of its own";

it("TK-20 refuses an assertion that may have been used with the process before this one", async () => {
  const at = start + 20;
  const since = startedAt;
  expect(await verified({ iat: start - 1, exp: at + 60 }, { since, at })).toEqual([early, early]);
  expect(await verified({ iat: start, exp: at + 60 }, { since, at })).toEqual([null, used]);
  expect(await verified({ exp: at + 60 }, { since, at })).toEqual([early, early]);
  expect(await verified({ exp: at + 300 }, { since, at })).toEqual([null, used]);
});

it("TK-20 takes it where a server remembers what was used", async () => {
  expect(await verified({ exp: start + 60 }, { since: null, at: start })).toEqual([null, used]);
});
