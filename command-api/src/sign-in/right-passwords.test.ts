import { randomUUID } from "node:crypto";
import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { type Attempts, createAttempts } from "./attempts.ts";

let nowMs: number;
let attempts: Attempts;
let verified: number;
/** Each attempt comes from another network, whose limits are not under test. */
let networks = 0;
const fails = () => Promise.reject(new Error("no attempt is recorded"));
const opened = (rateLimiter = inProcessRateLimiter(() => new Date(nowMs))) =>
  createAttempts({
    rateLimiter,
    commandHandler: { handle: fails, load: fails },
    maySend: async () => true,
    reportError: (error) => {
      throw error;
    },
  });
beforeEach(() => {
  nowMs = Date.UTC(2026, 2, 2);
  verified = 0;
  attempts = opened();
});

interface Given {
  isRight: boolean;
  device?: string | null;
  account?: string;
}
const give = ({ isRight, device = null, account = "somebody" }: Given) =>
  attempts.throttle(
    { door: "sign-in", account, userId: null, network: `network ${networks++}`, device },
    systemContext("test", new Date(nowMs)),
    async () => {
      verified++;
      return isRight;
    },
  );
const giveMany = (count: number, given: Given) => Promise.all(Array.from({ length: count }, () => give(given)));
const giveInTurn = async (count: number, given: Given) => {
  const outcomes = [];
  for (let n = 0; n < count; n++) outcomes.push(await give(given));
  return outcomes;
};
const right = { isRight: true };
const wrong = { isRight: false };
const times = <Outcome>(count: number, outcome: Outcome) => Array<Outcome>(count).fill(outcome);

describe("right passwords of one account", () => {
  it("A2 are accepted sixty times an hour", async () => {
    expect(await giveInTurn(60, right)).toEqual(times(60, "right"));
    expect(await give(right)).toEqual({ waitSeconds: 3600 });
    expect(await give({ ...right, account: "another" })).toBe("right");
    nowMs += 3_600_000;
    expect(await give(right)).toBe("right");
  });

  it("A2 are accepted no more often, however many come at once", async () => {
    const outcomes = [];
    for (let wave = 0; wave < 50; wave++) outcomes.push(...(await giveMany(70, right)));
    expect(outcomes.filter((outcome) => outcome === "right")).toHaveLength(60);
  });

  it("A2 are counted like wrong ones beyond the limit, so that hashing ends", async () => {
    await giveInTurn(60, right);
    verified = 0;
    const outcomes = await giveInTurn(100, right);
    expect(verified).toBe(5);
    expect(outcomes).toEqual([...times(5, { waitSeconds: 3600 }), ...times(95, { waitSeconds: 1 })]);
    // One that knows the password has used up the attempts, too: as after five wrong ones.
    expect(await give(wrong)).toEqual({ waitSeconds: 1 });
    nowMs += 1000;
    expect(await giveInTurn(2, wrong)).toEqual(["wrong", { waitSeconds: 2 }]);
  });

  it("A2 do not change what one who does not know the password is answered", async () => {
    await giveInTurn(60, right);
    const ofKnown = await giveInTurn(8, wrong);
    expect(ofKnown).toEqual(await giveInTurn(8, { ...wrong, account: "nobody's" }));
    expect(ofKnown.slice(0, 5)).toEqual(times(5, "wrong"));
  });

  it("A2 are not used up by wrong ones", async () => {
    for (let n = 0; n < 90; n++) {
      await give(wrong);
      nowMs += 900_000;
    }
    expect(await giveInTurn(60, right)).toEqual(times(60, "right"));
  });

  it("A2 are accepted on a known device after others used up those of the account", async () => {
    await giveInTurn(60, right);
    await giveInTurn(20, right);
    const device = randomUUID();
    expect(await giveInTurn(60, { ...right, device })).toEqual(times(60, "right"));
    expect(await give({ ...right, device })).toEqual({ waitSeconds: 3600 });
    expect(await give({ ...right, device: randomUUID() })).toBe("right");
  });

  it("A2 are not limited when limits are off", async () => {
    attempts = opened(unlimited);
    expect(await giveInTurn(200, right)).toEqual(times(200, "right"));
  });
});
