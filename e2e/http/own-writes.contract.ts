import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../start-services.ts";
import { call, newPerson, register } from "./client.ts";
import { askUntilUpToDate, type Client, inTurn, join, markOf, marks, sessionOf, staleReads } from "./own-writes.ts";
import { twoTabsContract } from "./two-tabs.contract.ts";
import { cookieIn } from "./wire.ts";

/** Repetitions: writes that are read at once, the same with delayed projecting, and kills of the projector. */
export interface Times {
  rounds: number;
  late: number;
  kills: number;
  /** True if the end of a session is answered only once the read models have it, or after half a second. */
  endsWait: boolean;
}

/** RW-1 to RW-5 and RW-8, for the product as one or many processes: all tests share one instance. */
export function ownWritesContract(start: () => Promise<Services>, { rounds, late, kills, endsWait }: Times): void {
  let services: Services;
  let url: string;
  let query: () => string;
  beforeAll(async () => {
    services = await start();
    url = services.commands[0] ?? "";
    query = inTurn(services.queries);
  }, 90_000);
  afterEach(() => services.projector.goOn());
  afterAll(() => services?.remove());

  const joined = () => join(services);

  it(`RW-1 reads own writes at once, ${rounds} times, by header and by cookie`, {
    timeout: 900_000,
  }, async () => {
    expect(await staleReads(services, rounds)).toEqual([]);
  });

  describe("RW-2 with projections that", () => {
    const delayOrStop = (n: number) => (n % 2 ? services.projector.stop() : services.projector.delay(100));

    it("are 300 ms late each time, serves no reader anything older than its own write", {
      timeout: 120_000,
    }, async () => {
      services.projector.delay(300);
      expect(await staleReads(services, late)).toEqual([]);
    });

    it("have stopped, tells readers to retry, and serves their writes once the projections resume", async () => {
      const { person, client } = await joined();
      const { token: ended } = (await client.signIn(person)).body;
      services.projector.stop();
      const [renamed, out] = [await client.rename("Ada"), await client.end(sessionOf(ended))];
      const refusal = async (mark: Record<string, string>, token?: string) => {
        const { status, headers, body } = await client.read("/api/auth/me", mark, token);
        return [status, headers.get("retry-after"), body.code];
      };
      const notYet = [503, "1", "projection_lag"];
      const refusals = [
        refusal(marks.header(renamed)),
        refusal(marks.cookie(renamed)),
        refusal(marks.header(out), ended),
      ];
      expect(await Promise.all(refusals)).toEqual([notYet, notYet, notYet]);
      // A reader without a mark is also refused as soon as the read models are more than two seconds old.
      await expect.poll(() => refusal({})).toEqual(notYet);
      services.projector.goOn();
      expect(await client.firstName(marks.header(renamed))).toBe("Ada");
      const refused = await askUntilUpToDate(() => client.read("/api/auth/me", marks.header(out), ended));
      expect(refused.status).toBe(401);
    });

    it("are killed and started again, serves no reader anything older than its own write", {
      timeout: 300_000,
    }, async () => {
      const { client } = await joined();
      for (let n = 0; n < kills; n++) {
        delayOrStop(n);
        const renamed = await client.rename(`before ${n}`);
        await services.projector.restart();
        const { status, body } = await client.read("/api/auth/me", markOf(renamed, n));
        expect([200, 503]).toContain(status);
        if (status === 200) expect(body.user.firstName).toBe(`before ${n}`);
        services.projector.goOn();
        expect(await client.firstName(markOf(renamed, n))).toBe(`before ${n}`);
      }
    });
  });

  describe("RW-3 a program without cookies", () => {
    it("reads what it wrote by the header alone", async () => {
      const { client } = await joined();
      services.projector.delay(100);
      for (let n = 0; n < 6; n++) {
        const renamed = await client.rename(`header ${n}`);
        expect(await client.firstName(marks.header(renamed))).toBe(`header ${n}`);
      }
    });

    it.each([0, 300])("uses a new credential at once without a position, with projections %i ms late", async (ms) => {
      const { person, client } = await joined();
      const statusOf = async (token: string) =>
        (await askUntilUpToDate(() => call(query(), "GET /api/auth/me", { token }))).status;
      services.projector.delay(ms);
      for (let n = 0; n < 4; n++) expect(await statusOf((await client.signIn(person)).body.token)).toBe(200);
      expect(await statusOf((await register(url, newPerson())).token)).toBe(200);
    });
  });

  describe("a log position that the service never issued", () => {
    const ahead = 2n ** 40n;
    const forged = ["", "x", "-5", `1-${ahead}`, `1-${2n ** 70n}`, "A".repeat(80)];

    /** A forged mark that was accepted would be refused every time, as it is ahead; read models are behind only now and then. */
    const statusWith = async (client: Client, mark: Record<string, string>) =>
      (await askUntilUpToDate(() => client.read("/api/auth/me", mark), 3)).status;

    it("RW-4 is ignored, forged or ahead of the log, as a header and as a cookie", async () => {
      const { client } = await joined();
      const renamed = await client.rename("Ada");
      expect(await client.firstName(marks.header(renamed))).toBe("Ada");
      const issued = cookieIn(renamed.headers, "__Host-position") ?? "";
      const changed = [0, 32, 79].map(
        (n) => issued.slice(0, n) + (issued[n] === "A" ? "B" : "A") + issued.slice(n + 1),
      );
      const aheads = [ahead, 2n ** 63n - 1n].map((position) => services.encryptMark({ generation: 1, position }));
      const refused = [...forged, ...changed, `${issued}A`, issued.slice(1), ...(await Promise.all(aheads))];
      for (const mark of refused) {
        for (const sent of [{ "x-log-position": mark }, { cookie: `__Host-position=${mark}` }]) {
          expect([sent, await statusWith(client, sent)]).toEqual([sent, 200]);
        }
      }
    });

    it("RW-4 does not weaken a valid one beside it", async () => {
      const { client } = await joined();
      services.projector.delay(300);
      for (let n = 0; n < 2; n++) {
        const renamed = await client.rename(`true ${n}`);
        const { "x-log-position": issued } = marks.header(renamed);
        const forged = await services.encryptMark({ generation: 1, position: ahead });
        const beside = { "x-log-position": forged, cookie: `__Host-position=${forged}`, ...markOf(renamed, n) };
        expect(await client.firstName(beside)).toBe(`true ${n}`);
        expect(await client.firstName({ "x-log-position": `x, ${forged}, ${issued}` })).toBe(`true ${n}`);
      }
    });

    // An import leaves such marks behind.
    it("RW-8 is ignored when it is of another generation than the log's", async () => {
      const { client } = await joined();
      for (const generation of [2, 999_999_999]) {
        const mark = await services.encryptMark({ generation, position: 1n });
        expect([mark, await statusWith(client, { "x-log-position": mark })]).toEqual([mark, 200]);
      }
    });
  });

  twoTabsContract(() => services, endsWait);
}
