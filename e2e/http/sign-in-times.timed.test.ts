import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { givenSignedInUser, newPerson, register } from "./client.ts";
import { interleaved, tellsApart } from "./statistics.ts";
import { jsonHeaders, send } from "./wire.ts";

let product: InProcess;
beforeAll(async () => {
  // Costs as much as in production: only then is a skipped hash measurable.
  product = await startInProcess({ LOG_LEVEL: "silent" }, { passwordCost: recommendedCost });
});
afterAll(() => product.remove());

const wrong = "not anybody's password";
const expectRefused = (email: string, password = wrong, { url } = product) => {
  const body = JSON.stringify({ email, password });
  return async () => {
    const { status } = await send(url, "POST /api/auth/login", { headers: jsonHeaders(body), body });
    expect(status).toBe(401);
  };
};
const deactivated = (userId: string) =>
  product.happened(userStream(userId), { type: "UserDeactivated", data: { userId } });

describe("the time of a refused sign-in", { timeout: 300_000 }, () => {
  it("AU-04 is the same for unknown and known addresses, over 300 samples of each", async () => {
    const owner = await givenSignedInUser(product.url);
    const measured = () =>
      interleaved(300, { unknown: expectRefused(newPerson().email), known: expectRefused(owner.email) });
    expect(await tellsApart("unknown", measured)).toEqual([]);
  });

  it("AU-04 is the same for deactivated and unverified accounts, also with the right password", async () => {
    const unverified = newPerson();
    await register(product.url, unverified);
    const shut = await givenSignedInUser(product.url);
    await deactivated(shut.id);
    const measured = () =>
      interleaved(60, {
        unknown: expectRefused(newPerson().email),
        unverified: expectRefused(unverified.email),
        shut: expectRefused(shut.email),
        shutRight: expectRefused(shut.email, shut.password),
      });
    expect(await tellsApart("unknown", measured)).toEqual([]);
  });

  it("A4 AU-02 is the same for the right password of an unverified account, and on a decoy, in strict mode", async () => {
    const env = { LOG_LEVEL: "silent", ENUMERATION_PROTECTION: "strict" };
    const strict = await startInProcess(env, { passwordCost: recommendedCost });
    onTestFinished(strict.remove);
    const [unverified, intruder] = [newPerson(), newPerson({ password: "the intruder's own" })];
    await register(strict.url, unverified);
    const { email } = await givenSignedInUser(strict.url);
    await register(strict.url, { ...intruder, email });
    const measured = () =>
      interleaved(60, {
        unknown: expectRefused(newPerson().email, wrong, strict),
        unverified: expectRefused(unverified.email, wrong, strict),
        unverifiedRight: expectRefused(unverified.email, unverified.password, strict),
        decoyRight: expectRefused(email, intruder.password, strict),
      });
    expect(await tellsApart("unknown", measured)).toEqual([]);
  });
});
