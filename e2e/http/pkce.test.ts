import { authorizationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { consentScene } from "./consent-scene.ts";
import { challengeOf, exchange, givenCode, newVerifier } from "./grants.ts";
import { endReason, errorOf, invalidGrant } from "./token-calls.ts";

const scene = consentScene();

it("TK-10 refuses every verifier but the right one", async () => {
  const verifier = newVerifier();
  const long = "a".repeat(129);
  for (const code_verifier of [
    null,
    "",
    newVerifier(),
    verifier.slice(0, 42),
    long,
    `${verifier.slice(1)}+`,
    challengeOf(verifier),
  ]) {
    const code = await givenCode(scene.parties, { verifier });
    const answer = await exchange(scene.parties, { code, code_verifier });
    expect([code_verifier, ...errorOf(answer)]).toEqual([code_verifier, ...invalidGrant]);
  }
});

it("TK-10 takes verifiers of 43 to 128 characters", async () => {
  for (const verifier of ["aZ0-._~".padEnd(43, "x"), "~".repeat(128)]) {
    const code = await givenCode(scene.parties, { verifier });
    expect((await exchange(scene.parties, { code, code_verifier: verifier })).status).toBe(200);
  }
});

it("TK-10 verifies the example of RFC 7636 appendix B", async () => {
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const code = await givenCode(scene.parties, { verifier });
  const issued = (await scene.product.history(authorizationStream(code.split("_")[1] ?? "")))[0];
  expect(issued?.data).toMatchObject({ codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" });
  expect((await exchange(scene.parties, { code, code_verifier: verifier })).status).toBe(200);
});

it("TK-10 refuses a verifier where no challenge was sent", async () => {
  const code = await givenCode(scene.parties);
  expect(errorOf(await exchange(scene.parties, { code, code_verifier: newVerifier() }))).toEqual(invalidGrant);
  const without = await givenCode(scene.parties);
  expect((await exchange(scene.parties, { code: without })).status).toBe(200);
});

it("TK-11 ends the code with the first failure of its application", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier });
  expect(errorOf(await exchange(scene.parties, { code, code_verifier: newVerifier() }))).toEqual(invalidGrant);
  expect(errorOf(await exchange(scene.parties, { code, code_verifier: verifier }))).toEqual(invalidGrant);
  expect(await endReason(scene.product, code)).toEqual(["code-refused"]);
});

it("TK-11 keeps the code where the application did not prove who it is", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier });
  const basic = { clientId: scene.parties.application.clientId, clientSecret: "atcs_wrong" };
  expect(errorOf(await exchange(scene.parties, { code, code_verifier: "x" }, { basic }))).toEqual([
    401,
    "invalid_client",
  ]);
  expect((await exchange(scene.parties, { code, code_verifier: verifier })).status).toBe(200);
});
