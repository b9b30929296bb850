import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { member, register, somebody } from "./client.ts";
import { interleaved, mannWhitney, median, quantile, tellsApart } from "./statistics.ts";
import { jsonHeaders, send } from "./wire.ts";

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ RATE_LIMITS: "off", LOG_LEVEL: "silent" });
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
    const measured = () => interleaved(300, { unknown: refused(somebody().email), known: refused(owner.email) });
    expect(await tellsApart("unknown", measured)).toEqual([]);
  });

  it("AU-04 is the same where the account was shut or its address never verified, with the right password too", async () => {
    const unverified = somebody();
    await register(product.url, unverified);
    const shut = await member(product.url);
    await deactivated(shut.id);
    const measured = () =>
      interleaved(60, {
        unknown: refused(somebody().email),
        unverified: refused(unverified.email),
        shut: refused(shut.email),
        shutRight: refused(shut.email, shut.password),
      });
    expect(await tellsApart("unknown", measured)).toEqual([]);
  });
});

describe("the comparison", () => {
  /** Times that repeat: the fractional parts of multiples of the golden ratio are spread evenly. */
  const times = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => from + 8 * ((n * 0.618034) % 1));

  it("AU-04 finds a difference of a millisecond and a half in samples spread over eight, and none where there is none", async () => {
    expect(mannWhitney(times(300, 40), times(300, 41.5))).toBeLessThan(0.001);
    expect(mannWhitney(times(300, 40), times(300, 40))).toBeGreaterThan(0.9);
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), quantile(times(100, 0), 0.99)]).toEqual([
      2,
      2.5,
      expect.closeTo(7.9, 0),
    ]);
    const found = await tellsApart("a", async () => ({ a: times(300, 40), b: times(300, 50) }));
    expect(found).toHaveLength(3);
    expect(await tellsApart("a", async () => ({ a: times(300, 40), b: times(300, 40.01) }))).toEqual([]);
  });
});
