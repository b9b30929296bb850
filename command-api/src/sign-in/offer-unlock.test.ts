import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { attemptsStream, userStream } from "@attestory/events/envelope.ts";
import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { type Attempts, createAttempts } from "./attempts.ts";

const service = scratchServiceOfFile();
let attempts: Attempts;
let now: Date;
let emailsLeft: number;
beforeEach(() => {
  now = new Date("2026-03-02T10:00:00.000Z");
  emailsLeft = 100;
  attempts = createAttempts({
    rateLimiter: inProcessRateLimiter(() => now),
    commandHandler: createCommandHandler(service.log, service.sealing),
    maySend: async () => emailsLeft-- > 0,
    reportError: (error) => {
      throw error;
    },
  });
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const give = (userId: string, network: string, isRight: boolean) =>
  attempts.throttle(
    { door: "sign-in", account: userId, userId, network, device: null },
    systemContext("test", now),
    async () => isRight,
  );

describe("the offer of an unlock link", () => {
  const account = { email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
  /** A user whose account is not verified. */
  const registered = async (): Promise<string> => {
    const userId = randomUUID();
    const event = { type: "UserRegistered", data: { userId, ...account, passwordHash: "hash" } } as const;
    await service.happened(userStream(userId), event, { person: userId });
    return userId;
  };
  const verifiedUser = async (): Promise<string> => {
    const userId = await registered();
    await service.happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
    return userId;
  };
  /** As many wrong passwords as reach the longest wait, one for each wait. */
  const lock = async (userId: string) => {
    for (let n = 0; n < 16; n++) {
      await give(userId, `network ${n}`, false);
      pass(900);
    }
    await attempts.settled();
  };
  const offersTo = async (userId: string) => {
    const { events } = await service.log.read(attemptsStream(userId));
    return events.filter(({ type }) => type === "UnlockOffered").length;
  };
  const succeed = async (userId: string) => {
    expect(await give(userId, "owner's", true)).toBe("right");
    await attempts.settled();
  };

  it("A6 is made when the longest wait is reached, once a day for as long as the attack lasts", async () => {
    const userId = await verifiedUser();
    await lock(userId);
    expect(await offersTo(userId)).toBe(1);
    for (let quarter = 0; quarter < 4 * 24 - 2; quarter++) {
      await give(userId, `network ${quarter}`, false);
      pass(900);
    }
    await attempts.settled();
    expect(await offersTo(userId)).toBe(1);
    await lock(userId);
    expect(await offersTo(userId)).toBe(2);
  });

  it("A6 is made again after a right password, at most four times a day", async () => {
    const userId = await verifiedUser();
    for (let n = 1; n <= 6; n++) {
      await lock(userId);
      expect(await offersTo(userId)).toBe(Math.min(n, 4));
      await succeed(userId);
    }
    pass(86_400);
    await lock(userId);
    expect(await offersTo(userId)).toBe(5);
  });

  it("A6 is not made for an address that is not verified, nor while no email may be sent", async () => {
    const userId = await registered();
    await lock(userId);
    expect(await offersTo(userId)).toBe(0);
    const other = await verifiedUser();
    emailsLeft = 0;
    await lock(other);
    expect(await offersTo(other)).toBe(0);
    emailsLeft = 1;
    await give(other, "network", false);
    await attempts.settled();
    expect(await offersTo(other)).toBe(1);
  });
});
