import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
const expectRefused = (email: string, password = wrong) => {
  const body = JSON.stringify({ email, password });
  return async () => {
    const { status } = await send(product.url, "POST /api/auth/login", { headers: jsonHeaders(body), body });
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
});
