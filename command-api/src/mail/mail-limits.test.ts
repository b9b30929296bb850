import { describe, expect, it } from "vitest";
import { inProcessRateLimiter } from "../rate-limits/in-process-rate-limiter.ts";
import { createMailLimits } from "./mail-limits.ts";

function opened() {
  let nowMs = Date.UTC(2026, 2, 1);
  const limits = createMailLimits(inProcessRateLimiter(() => new Date(nowMs)));
  const register = (n: number, outcome: object = { userId: "x" }) =>
    limits.registration({ address: `address ${n}`, network: `network ${n}` }, async () => outcome);
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { limits, register, pass };
}

describe("the limit of all emails", () => {
  it("RL-08 allows ten thousand an hour, of registrations and requested emails together", async () => {
    const { limits, register, pass } = opened();
    for (let n = 0; n < 5_000; n++) {
      expect(await register(n)).toEqual({ userId: "x" });
      expect(await limits.mayWrite()).toBe(true);
    }
    expect(await limits.mayWrite()).toBe(false);
    expect(await register(5_000)).toEqual({ refused: "too-many-attempts", waitSeconds: 3600 });
    pass(3600);
    expect([await limits.mayWrite(), await register(5_000)]).toEqual([true, { userId: "x" }]);
  });
});

describe("the limits of a registration", () => {
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
