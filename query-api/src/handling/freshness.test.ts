import { randomUUID } from "node:crypto";
import { encryptMark, type PositionMark } from "@attestory/http/security/position-mark.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { people } from "../testing/people.ts";
import { HeldProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi, type ScratchQueryApi } from "../testing/scratch-query-api.ts";

/** These projections apply events only when the test calls `fold`. */
let scratch: ScratchQueryApi<HeldProjections>;
let happens: ReturnType<typeof people>;
let token: string;
let position: bigint;

beforeAll(async () => {
  scratch = await openScratchQueryApi((service) => new HeldProjections(service));
  happens = people(scratch);
});
afterAll(() => scratch.close());
beforeEach(async () => {
  ({ token, position } = await happens.signedIn(await happens.registered()));
  await fold();
  scratch.projections.lag = 0;
  patience().length = 0;
});

const fold = () => scratch.projections.fold();
/** How long each request was ready to wait for the read models, in milliseconds. */
const patience = () => scratch.projections.progress.patience;
const me = (headers: Record<string, string> = {}, as = token) => scratch.get("/api/auth/me", { token: as, headers });
const status = async (headers?: Record<string, string>, as?: string) => (await me(headers, as)).status;
/** A mark that the service could have written, unless `key` says otherwise. It expires after `seconds`. */
const encrypted = (mark: PositionMark, seconds = 30, key: "link key" | "identifier pepper" = "link key") => {
  const { keyring } = scratch.service;
  const expiresAt = new Date(scratch.clock.now.getTime() + seconds * 1000);
  return encryptMark(mark, expiresAt, (...parts) => keyring.hmac(key, ...parts));
};
const header = (...marks: string[]) => ({ "X-Log-Position": marks.join(", ") });
const cookie = (mark: string) => ({ cookie: `__Host-position=${mark}` });
const headerOf = (position: bigint) => header(encrypted({ generation: 1, position }));
const cookieOf = (position: bigint) => cookie(encrypted({ generation: 1, position }));
/** Appends an event that the read models do not hold yet and returns the head of the log. */
const written = async () => {
  await happens.registered();
  return scratch.service.log.head();
};
/** Whether the request waited until the read models were up to date. */
async function waits(asked: () => Promise<unknown>): Promise<boolean> {
  const order: string[] = [];
  const waiting = scratch.projections.progress.waits();
  const answered = asked().then(() => order.push("answered"));
  await Promise.race([waiting, answered]);
  order.push("folded");
  await fold();
  await answered;
  return order[0] === "folded";
}

describe("a log position", () => {
  it("makes its request wait until the read models have reached it, as a header or a cookie", async () => {
    const first = await written();
    expect(await waits(() => me(headerOf(first)))).toBe(true);
    const second = await written();
    expect(await waits(() => me(cookieOf(second)))).toBe(true);
  });

  it("does not delay a request when the read models have reached it, nor a request without one", async () => {
    await written();
    expect(await status(headerOf(position))).toBe(200);
    expect(await status()).toBe(200);
    expect(patience()).toEqual([]);
  });

  it("RW-4 RW-8 is ignored when it is forged, ahead of the log, of another generation, expired or malformed", async () => {
    const position = await written();
    const generation = 1;
    const valid = encrypted({ generation, position });
    const texts = [
      encrypted({ generation, position: position + 1n }),
      encrypted({ generation, position: 2n ** 63n - 1n }),
      encrypted({ generation: 2, position }),
      encrypted({ generation: 0, position }),
      encrypted({ generation, position }, 0),
      encrypted({ generation, position }, 30, "identifier pepper"),
      `${valid.startsWith("A") ? "B" : "A"}${valid.slice(1)}`,
      ...[`${valid}A`, valid.slice(1), `1-${position}`, "A".repeat(80), "-5", "x", "", ",", ",,,"],
    ];
    for (const text of texts) {
      for (const mark of [header(text), cookie(text)]) expect([mark, await status(mark)]).toEqual([mark, 200]);
    }
    expect(patience()).toEqual([]);
  });

  it("is the latest of up to eight in the header, in any order", async () => {
    const reached = encrypted({ generation: 1, position });
    const newest = encrypted({ generation: 1, position: await written() });
    expect(await status(header(...Array<string>(8).fill(reached), newest))).toBe(200);
    expect(await waits(() => me(header(reached, "forged", newest, reached)))).toBe(true);
  });

  it("counts although another one in the same request is ahead of the log", async () => {
    const head = await written();
    const both = { ...headerOf(head + 1n), ...cookieOf(head) };
    expect(await waits(() => me(both))).toBe(true);
  });

  it("answers 503 when it is not reached within two seconds", async () => {
    const mark = headerOf(await written());
    const waiting = scratch.projections.progress.waits();
    const answering = me(mark);
    await waiting;
    expect(patience()).toEqual([2000]);
    scratch.projections.giveUp();
    const answer = await answering;
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await answer.json()).toMatchObject({ code: "projection_lag" });
  });

  it("RW-7 answers 503 at once when too many requests wait, without delaying others", async () => {
    const mark = headerOf(await written());
    const waiting = [me(mark), me(mark), me(mark)];
    await expect.poll(() => patience().length).toBe(3);
    expect([await status(mark), await status()]).toEqual([503, 200]);
    await fold();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200, 200]);
  });
});

describe("a credential unknown to the read models", () => {
  it("is accepted once they have reached the head of the log", async () => {
    const session = await happens.signedIn(await happens.registered());
    let answer: Response | null = null;
    expect(
      await waits(async () => {
        answer = await me({}, session.token);
      }),
    ).toBe(true);
    expect(answer).toMatchObject({ status: 200 });
  });

  it("is refused with 401 only then, and with 503 while they lag", async () => {
    const unknown = token.replace(/^ats_[^_]*/, `ats_${randomUUID()}`);
    expect(await status({}, unknown)).toBe(401);
    await written();
    const waiting = scratch.projections.progress.waits();
    const answering = status({}, unknown);
    await waiting;
    scratch.projections.giveUp();
    expect(await answering).toBe(503);
  });

  it("is refused without waiting when the outcome is final", async () => {
    const session = await happens.signedIn(await happens.registered());
    await happens.ended(session);
    await fold();
    await written();
    const wrongSecret = token.slice(0, -43) + "s".repeat(43);
    expect([await status({}, session.token), await status({}, wrongSecret)]).toEqual([401, 401]);
    expect(patience()).toEqual([]);
  });

  it("is accepted when it is newer than the end of its user's other sessions", async () => {
    const userId = await happens.registered();
    await fold();
    await happens.happenedToUser({ type: "OtherSessionsEnded", data: { userId, keptSession: null } });
    const session = await happens.signedIn(userId, { sessionEpoch: 1 });
    let answer: Response | null = null;
    await waits(async () => {
      answer = await me({}, session.token);
    });
    expect(answer).toMatchObject({ status: 200 });
  });
});

describe("lagging read models", () => {
  it("are used for two seconds, and then answer 503", async () => {
    scratch.projections.lag = 2;
    expect(await status()).toBe(200);
    scratch.projections.lag = 2.1;
    const answer = await me();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  });
});
