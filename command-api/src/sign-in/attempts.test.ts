import { randomUUID } from "node:crypto";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { attemptsStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemIntent } from "../handling/command-context.ts";
import { createJournal } from "../handling/command-handler.ts";
import { inProcessBudgets } from "../rate-limits/in-process-rate-limiter.ts";
import { type Attempts, createAttempts, type Guess } from "./attempts.ts";

let service: ScratchService;
let attempts: Attempts;
beforeAll(async () => {
  service = await openScratchService();
});
afterAll(() => service.close());

const now = new Date("2026-03-02T10:00:00.000Z");
beforeEach(() => {
  const journal = createJournal(service.log, service.sealing);
  attempts = createAttempts(
    inProcessBudgets(() => now),
    journal,
    (error) => {
      throw error;
    },
  );
});

let judged = 0;
const intent = () => systemIntent("test", now);
const guess = (said: Partial<Guess> = {}): Guess => ({
  ...{ door: "sign-in", account: "somebody", userId: null, network: "192.0.2.0/24", device: null },
  ...said,
});
const judge = (said: Partial<Guess>, answer: boolean | "busy") =>
  attempts.judge(guess(said), intent(), async () => {
    judged++;
    return answer;
  });
const times = async (count: number, said: Partial<Guess>, answer: boolean | "busy") => {
  judged = 0;
  const outcomes = await Promise.all(Array.from({ length: count }, () => judge(said, answer)));
  return { judged, last: outcomes.at(-1) };
};

describe("attempts", () => {
  it("RL-03 judge no more than five of five hundred at once", async () => {
    expect(await times(500, {}, false)).toEqual({ judged: 5, last: { waitSeconds: 1 } });
  });

  it("RL-02 count none that was right, and none that was too busy to be judged", async () => {
    for (let n = 0; n < 60; n++) {
      expect(await times(4, {}, true)).toEqual({ judged: 4, last: "right" });
      expect(await times(4, {}, "busy")).toEqual({ judged: 4, last: "busy" });
    }
    expect(await times(6, {}, false)).toEqual({ judged: 5, last: { waitSeconds: 1 } });
  });

  it("give back what a fault of ours kept from being judged", async () => {
    for (let n = 0; n < 120; n++) {
      const broken = attempts.judge(guess(), intent(), () => Promise.reject(new Error("no memory")));
      await expect(broken).rejects.toThrow("no memory");
    }
    expect(await judge({}, true)).toBe("right");
  });

  it("RL-07 leave the account's and the network's budget alone on a known device", async () => {
    const device = randomUUID();
    expect((await times(9, { device }, false)).judged).toBe(5);
    expect((await times(9, {}, false)).judged).toBe(5);
    await Promise.all(Array.from({ length: 200 }, (_, n) => judge({ account: `account ${n}` }, false)));
    expect(await judge({ account: "one more" }, true)).toEqual({ waitSeconds: 3600 });
    expect(await judge({ account: "one more", device: randomUUID() }, true)).toBe("right");
  });

  it("RL-01 are told in the log for a person, and not for an address that nobody has", async () => {
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

  it("PW-09 wear a session out at the tenth wrong one", async () => {
    const worn = [];
    for (let n = 0; n < 11; n++) worn.push(await attempts.wearsOut("session"));
    expect(worn).toEqual([...Array(9).fill(false), true, true]);
    expect(await attempts.wearsOut("another")).toBe(false);
  });
});
