import { randomUUID } from "node:crypto";
import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { sessionStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { call } from "./client.ts";
import { givenProtectedUser, signInWith } from "./second-factors.ts";

it("TF-01 accepts no code twice where another session repeats the step-up with its idempotency key", async () => {
  const product = await sharedProduct();
  const { url } = product;
  const owner = await givenProtectedUser(url);
  const [recoveryCode = ""] = owner.recoveryCodes;
  const other = (await signInWith(url, owner, { totpCode: recoveryCode })).body.token;
  const body = { totpCode: codeAt(owner.secret, new Date(), 1) };
  const headers = { "idempotency-key": randomUUID() };
  const stepUp = (token: string) => call(url, "POST /api/auth/step-up", { token, body, headers });
  expect((await stepUp(owner.token)).status).toBe(200);

  const repeated = await stepUp(other);

  expect([repeated.status, repeated.body.code]).toEqual([400, "invalid_code"]);
  expect((await stepUp(owner.token)).status).toBe(200);
  const sessionId = /^ats_([0-9a-f-]{36})_/.exec(other)?.[1] ?? "";
  expect((await product.history(sessionStream(sessionId))).map(({ type }) => type)).toEqual(["SessionStarted"]);
});
