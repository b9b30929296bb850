import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { describe, expect, it } from "vitest";
import { createMailLimits } from "./mail-limits.ts";

function opened() {
  let nowMs = Date.UTC(2026, 2, 1);
  const limits = createMailLimits(inProcessRateLimiter(() => new Date(nowMs)));
  const register = (n: number, outcome: object = { userId: "x" }, network = `network ${n}`) =>
    limits.registration({ address: `address ${n}`, network }, async () => outcome);
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { limits, register, pass };
}

describe("the limit of all emails", () => {
  it("RL-08 A6 allows ten thousand an hour, of registrations and requested emails together, and unlock emails beside them", async () => {
    const { limits, register, pass } = opened();
    for (let n = 0; n < 5_000; n++) {
      expect(await register(n)).toEqual({ userId: "x" });
      expect(await limits.maySend()).toBe(true);
    }
    expect(await limits.maySend()).toBe(false);
    expect(await limits.maySendUnlock()).toBe(true);
    expect(await register(5_000)).toEqual({ refused: "too-many-attempts", waitSeconds: 3600 });
    pass(3600);
    expect([await limits.maySend(), await register(5_000)]).toEqual([true, { userId: "x" }]);
  });
});

const taken = { refused: "username-taken" };
/** The `n`th network of 64 bits in 2001:db8:1::/48. */
const networkInside = (n: number) => `2001:db8:1:${n.toString(16)}::/64`;

describe("the limits of a registration", () => {
  it("A5 refuse a /48 that has registered too often, and leave other networks theirs", async () => {
    const { register } = opened();
    const answers = [];
    for (let n = 0; n < 10_400; n++) answers.push(await register(n, taken, networkInside(n % 0x1_0000)));
    expect(answers.filter((answer) => answer === taken)).toHaveLength(480);
    expect(await register(10_400, undefined, networkInside(0xffff))).toMatchObject({ refused: "too-many-attempts" });
    expect(await register(10_401, undefined, "2001:db8:2:0::/64")).toEqual({ userId: "x" });
    expect(await register(10_402, undefined, "203.0.113.0/24")).toEqual({ userId: "x" });
  });

  it("A5 count a refused registration not as an email, from however many networks it comes", async () => {
    const { limits, register } = opened();
    for (let n = 0; n < 10_400; n++) expect(await register(n, taken)).toEqual(taken);
    expect([await register(10_400), await limits.maySend()]).toEqual([{ userId: "x" }, true]);
  });

  it("RL-08 count a refusal only when it reveals whether an address is taken", async () => {
    const { register } = opened();
    for (const refused of ["busy", "known-password", "invalid-email", "username-reserved"]) {
      for (let n = 0; n < 40; n++) expect(await register(1, { refused })).toEqual({ refused });
    }
    for (let n = 0; n < 5; n++)
      expect(await register(1, { refused: "email-taken" })).toEqual({ refused: "email-taken" });
    expect(await register(1)).toMatchObject({ refused: "too-many-attempts" });
  });

  it("EV-07 allow the next email after a minute, and five in an hour with the first one", async () => {
    const { limits, register, pass } = opened();
    await register(1);
    const asked = { address: "address 1", network: "network 2" };
    const answers = [];
    for (const seconds of [0, 59, 1, 60, 60, 60, 60]) {
      pass(seconds);
      answers.push(await limits.mayAsk(asked));
    }
    expect(answers).toEqual([false, false, true, true, true, true, false]);
  });
});

describe("the limit of emails about an account's own changes", () => {
  it("A7 allows ten changes an hour, counts no refused one, and refuses the next before it is made", async () => {
    const { limits, pass } = opened();
    let made = 0;
    const change = (outcome: object = { position: 1n }, userId = "ann") =>
      limits.ofAccount(userId, async () => {
        made++;
        return outcome;
      });
    for (let n = 0; n < 20; n++) expect(await change({ refused: "busy" })).toEqual({ refused: "busy" });
    await expect(limits.ofAccount("ann", () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
    for (let n = 0; n < 10; n++) expect(await change()).toEqual({ position: 1n });
    expect([await change(), made]).toEqual([{ refused: "too-many-attempts", waitSeconds: 3600 }, 30]);
    expect(await change(undefined, "bob")).toEqual({ position: 1n });
    pass(3600);
    expect(await change()).toEqual({ position: 1n });
  });
});

it("D22 lets each session secure its account five times an hour, however many changes were made to it", async () => {
  const { limits } = opened();
  const done = { position: 1n };
  for (let n = 0; n < 10; n++) await limits.ofAccount("ann", async () => done);
  for (let n = 0; n < 5; n++) expect(await limits.ofSecuring("session of a thief", async () => done)).toEqual(done);
  const refused = { refused: "too-many-attempts", waitSeconds: 3600 };
  expect(await limits.ofSecuring("session of a thief", async () => done)).toEqual(refused);
  expect(await limits.ofSecuring("session of ann", async () => done)).toEqual(done);
});
