import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { attemptsStream } from "@attestory/events/envelope.ts";
import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { type Attempts, createAttempts, type PasswordAttempt } from "./attempts.ts";

const service = scratchServiceOfFile();
let attempts: Attempts;

const t0 = new Date("2026-03-02T10:00:00.000Z");
let now = t0;
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
beforeEach(() => {
  const commandHandler = createCommandHandler(service.log, service.sealing);
  now = t0;
  attempts = createAttempts({
    rateLimiter: inProcessRateLimiter(() => now),
    commandHandler,
    maySend: async () => true,
    reportError: (error) => {
      throw error;
    },
  });
});

let verified = 0;
const commandContext = () => systemContext("test", now);
const attempt = (said: Partial<PasswordAttempt> = {}): PasswordAttempt => ({
  door: "sign-in",
  account: "somebody",
  userId: null,
  network: "192.0.2.0/24",
  device: null,
  ...said,
});
const throttle = (said: Partial<PasswordAttempt>, answer: boolean | "busy") =>
  attempts.throttle(attempt(said), commandContext(), async () => {
    verified++;
    return answer;
  });
const times = async (count: number, said: Partial<PasswordAttempt>, answer: boolean | "busy") => {
  verified = 0;
  const outcomes = await Promise.all(Array.from({ length: count }, () => throttle(said, answer)));
  return { verified, last: outcomes.at(-1) };
};

describe("password attempt throttling", () => {
  it("RL-03 verifies at most five of five hundred concurrent passwords", async () => {
    verified = 0;
    const guesses = Array.from({ length: 500 }, (_, n) => throttle({ network: `network ${n}` }, false));
    expect((await Promise.all(guesses)).at(-1)).toEqual({ waitSeconds: 1 });
    expect(verified).toBe(5);
  });

  it("RL-02 does not count right passwords, nor attempts refused as busy", async () => {
    for (let n = 0; n < 60; n++) {
      // Four accounts, because right passwords have a limit of their own.
      const account = `somebody ${n % 4}`;
      expect(await times(4, { account }, true)).toEqual({ verified: 4, last: "right" });
      expect(await times(4, { account }, "busy")).toEqual({ verified: 4, last: "busy" });
    }
    expect(await times(6, { account: "somebody 0" }, false)).toEqual({ verified: 5, last: { waitSeconds: 1 } });
  });

  it("refunds an attempt whose verification failed with an error", async () => {
    for (let n = 0; n < 120; n++) {
      const broken = attempts.throttle(attempt(), commandContext(), () => Promise.reject(new Error("no memory")));
      await expect(broken).rejects.toThrow("no memory");
    }
    expect(await throttle({}, true)).toBe("right");
  });

  it("RL-07 does not consume the limits of the account and the network on a known device", async () => {
    const device = randomUUID();
    expect((await times(9, { device }, false)).verified).toBe(5);
    expect((await times(9, {}, false)).verified).toBe(5);
    await Promise.all(Array.from({ length: 200 }, (_, n) => throttle({ account: `account ${n}` }, false)));
    expect(await throttle({ account: "one more" }, true)).toEqual({ waitSeconds: 3600 });
    expect(await throttle({ account: "one more", device: randomUUID() }, true)).toBe("right");
  });

  it("A6 charges the network, and not the account, for each attempt during the wait", async () => {
    await times(5, {}, false);
    pass(1);
    expect(await throttle({ network: "another" }, false)).toBe("wrong");
    // 94 of these are refused by the account, which 6 attempts of the network had been charged to before.
    expect((await times(200, {}, true)).last).toEqual({ waitSeconds: 3599 });
    expect(await throttle({ account: "another" }, true)).toEqual({ waitSeconds: 3599 });
    expect(await throttle({ network: "a third" }, true)).toEqual({ waitSeconds: 2 });
    pass(2);
    expect(await throttle({}, true)).toEqual({ waitSeconds: 3597 });
    // Neither the refused attempts nor those of the used-up network made the next wait longer, or took the turn.
    expect(await throttle({ network: "a third" }, false)).toBe("wrong");
    expect(await throttle({ network: "a third" }, false)).toEqual({ waitSeconds: 4 });
  });

  it("A6 ends the wait of one account on request", async () => {
    await times(8, { account: "locked" }, false);
    await times(8, {}, false);
    await attempts.lift("locked");
    expect(await times(8, { account: "locked" }, false)).toEqual({ verified: 5, last: { waitSeconds: 1 } });
    expect(await throttle({}, true)).toEqual({ waitSeconds: 1 });
  });

  it("RL-01 records attempts in the log for an existing user, and not for an unknown address", async () => {
    const userId = randomUUID();
    const before = await service.log.head();
    await times(20, { account: "nobody's" }, false);
    await attempts.settled();
    expect(await service.log.head()).toBe(before);
    await times(9, { userId }, false);
    await attempts.settled();
    const { events } = await service.log.read(attemptsStream(userId));
    expect(events.map(({ type }) => type)).toEqual([...Array(5).fill("WrongPasswordGiven"), "AttemptsDelayed"]);
  });

  it("PW-09 exhausts a session at the tenth wrong password", async () => {
    const exhausted = [];
    for (let n = 0; n < 11; n++) exhausted.push(await attempts.exhausts("session"));
    expect(exhausted).toEqual([...Array(9).fill(false), true, true]);
    expect(await attempts.exhausts("another")).toBe(false);
  });
});
