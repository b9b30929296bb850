/**
 * @module-tag embedded/moves-clock
 * @module-tag embedded/many-addresses
 */

import { codeAt, wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { secondFactorsStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, call } from "./client.ts";
import { givenProtectedUser, givenTrustingUser, type ProtectedUser, signInWith } from "./second-factors.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
beforeAll(() => {
  product.stopClock();
});

const give = ({ email, password }: ProtectedUser, totpCode: string, more: Record<string, string> = {}) =>
  call(product.url, "POST /api/auth/login", { body: { email, password, totpCode }, headers: more });
const from = (n: number) => ({ "x-forwarded-for": `10.4.${n}.7` });
const wrongOf = ({ secret }: ProtectedUser) => wrongCode(secret, product.now());
const rightOf = ({ secret }: ProtectedUser) => codeAt(secret, product.now());
const outcomeOf = ({ status, body, headers }: Answered) => [status, body.code, headers.get("retry-after")];
const locked = (seconds: number) => [429, "too_many_attempts", String(seconds)];
const wrong = [401, "invalid_code", null];
const eventsOf = async ({ id }: ProtectedUser) =>
  (await product.history(secondFactorsStream(id))).map(({ type }) => type).filter((type) => /Wrong|Locked/.test(type));

describe("wrong codes", () => {
  it("TF-03 lock codes for 15 minutes after five, from any network, whatever the password step says", async () => {
    const person = await givenProtectedUser(product.url, product.now());
    product.advance(60);

    for (let n = 0; n < 5; n++) expect(outcomeOf(await give(person, wrongOf(person), from(n)))).toEqual(wrong);

    expect(outcomeOf(await give(person, rightOf(person), from(9)))).toEqual(locked(900));
    // The password step still works, and lifts nothing.
    expect((await signInWith(product.url, person)).body.code).toBe("two_factor_required");
    product.advance(899);
    expect(outcomeOf(await give(person, rightOf(person)))).toEqual(locked(1));
    expect(await eventsOf(person)).toEqual([...Array(5).fill("WrongCodeGiven"), "CodesLocked"]);
    product.advance(1);
    expect((await give(person, rightOf(person))).status).toBe(200);
  });

  it("RL-07 TF-03 leave their victim a known device, a trusted browser and the recovery codes", async () => {
    const person = await givenTrustingUser(product.url, product.now());
    product.advance(60);
    const signedIn = await give(person, rightOf(person));
    const known = signedIn.headers.getSetCookie().find((line) => line.startsWith("__Host-device="));
    const cookie = { cookie: known?.split(";", 1)[0] ?? "", origin: product.url };
    product.advance(60);
    for (let n = 0; n < 6; n++) await give(person, wrongOf(person), from(n));
    expect(outcomeOf(await give(person, rightOf(person)))).toEqual(locked(900));

    const onKnown = await give(person, rightOf(person), cookie);
    const onTrusted = await give(person, "", { cookie: person.trustCookie, origin: product.url });
    const byRecovery = await give(person, person.recoveryCodes[0] ?? "");

    expect([onKnown.status, onTrusted.status, byRecovery.status]).toEqual([200, 200, 200]);
  });

  it("TF-01 a code that signed in does not sign in again, also much later in its window", async () => {
    const person = await givenProtectedUser(product.url, product.now());
    product.advance(60);
    const code = rightOf(person);
    expect((await give(person, code)).status).toBe(200);
    product.advance(29);
    expect(outcomeOf(await give(person, code, from(1)))).toEqual(wrong);
    expect(await eventsOf(person)).toEqual([]);
  });

  it("TF-02 TF-08 a code is good one step early or late by the server's clock, and no more", async () => {
    const person = await givenProtectedUser(product.url, product.now());
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-3, 401],
      [3, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      product.advance(120);
      const answered = await give(person, codeAt(person.secret, product.now(), steps));
      expect([steps, answered.status]).toEqual([steps, status]);
    }
  });

  it("TF-03 a wrong code that is sent again with its idempotency key stays wrong", async () => {
    const person = await givenProtectedUser(product.url, product.now());
    const key = { "idempotency-key": "0d1f3a52-9f51-4d6c-8d8e-0d7f6f0a3b12" };
    const code = wrongOf(person);
    expect(outcomeOf(await give(person, code, key))).toEqual(wrong);
    expect(outcomeOf(await give(person, code, key))).toEqual(wrong);
    expect(await eventsOf(person)).toEqual(["WrongCodeGiven"]);
  });
});

describe("trust in a browser", () => {
  it("ends after 30 days", async () => {
    const person = await givenTrustingUser(product.url, product.now());
    const cookie = { cookie: person.trustCookie, origin: product.url };
    product.advance(30 * 86_400 - 1);
    expect((await give(person, "", cookie)).status).toBe(200);
    product.advance(1);
    expect((await give(person, "", cookie)).body.code).toBe("two_factor_required");
  });
});

describe("without a recent authentication", () => {
  it.each(["GET /api/auth/2fa/setup", "POST /api/auth/2fa/disable", "POST /api/auth/2fa/recovery-codes"])(
    "TF-07 T4 refuses %s",
    async (request) => {
      const { token } = await givenProtectedUser(product.url, product.now());
      product.advance(301);
      const { status, body } = await call(product.url, request, { token });
      expect([status, body.code]).toEqual([403, "reauthentication_required"]);
    },
  );
});
