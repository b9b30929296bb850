import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { member, newPerson, register } from "./client.ts";
import { interleaved, tellsApart } from "./statistics.ts";
import { jsonHeaders, send } from "./wire.ts";

let product: InProcess;
beforeAll(async () => {
  // Costs as much as in production: only then is a skipped hash measurable.
  product = await startInProcess({ LOG_LEVEL: "silent" }, { passwordCost: recommendedCost });
});
afterAll(() => product.remove());

const wrong = "not anybody's password";
const refused = (email: string, password = wrong) => {
  const body = JSON.stringify({ email, password });
  return async () => {
    const { status } = await send(product.url, "POST", "/api/auth/login", { headers: jsonHeaders(body), body });
    expect(status).toBe(401);
  };
};
const deactivated = (userId: string) =>
  product.happened(userStream(userId), { type: "UserDeactivated", data: { userId } });

describe("how long a refused sign-in takes", { timeout: 300_000 }, () => {
  it("AU-04 is the same for an unknown address and a known one: 300 samples of each", async () => {
    const owner = await member(product.url);
    const measured = () => interleaved(300, { unknown: refused(newPerson().email), known: refused(owner.email) });
    expect(await tellsApart("unknown", measured)).toEqual([]);
  });

  it("AU-04 is the same where the account was shut or its address never verified, with the right password too", async () => {
    const unverified = newPerson();
    await register(product.url, unverified);
    const shut = await member(product.url);
    await deactivated(shut.id);
    const measured = () =>
      interleaved(60, {
        unknown: refused(newPerson().email),
        unverified: refused(unverified.email),
        shut: refused(shut.email),
        shutRight: refused(shut.email, shut.password),
      });
    expect(await tellsApart("unknown", measured)).toEqual([]);
  });
});
