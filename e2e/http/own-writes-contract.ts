import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../start-services.ts";
import { CookieJar, Tab } from "./browser.ts";
import { call, register, somebody } from "./client.ts";
import { askUntilUpToDate, inTurn, join, markOf, marks, sessionOf, staleReads } from "./own-writes.ts";
import { cookieIn } from "./wire.ts";

/** A machine that is busy with something else is late now and then, and an answer that waits for what folds is refused after two seconds. */
const busyMachine = { retry: 2 };

/** How often: writes that are read at once, the same while what folds is late each time, deaths of what folds. */
export interface Times {
  rounds: number;
  late: number;
  kills: number;
  /** Whether the end of a session is answered only after the read models have it, or half a second. */
  endsWait: boolean;
}

/** RW-1 to RW-5 and RW-8, of however many processes the product is made: each is started once for all of them. */
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

  it(`RW-1 what was written is read at once, ${rounds} times, by header and by cookie`, {
    timeout: 900_000,
  }, async () => {
    expect(await staleReads(services, rounds)).toEqual([]);
  });

  describe("RW-2 while what folds the log", () => {
    it("is 300 ms late each time, nobody reads what is older than their own write", { timeout: 120_000 }, async () => {
      services.projector.delay(300);
      expect(await staleReads(services, late)).toEqual([]);
    });

    it("has stopped, readers are told to ask again, and read what they wrote once it goes on", async () => {
      const { person, client } = await joined();
      const { token: ended } = (await client.signIn(person)).body;
      services.projector.stop();
      const [renamed, out] = [await client.rename("Ada"), await client.end(sessionOf(ended))];
      for (const mark of [marks.header(renamed), marks.cookie(renamed), {}]) {
        // Who carries no mark is answered too, once nothing is believed any more.
        const { status, headers, body } = await client.read("/api/auth/me", mark);
        expect([status, headers.get("retry-after"), body.code]).toEqual([503, "1", "projection_lag"]);
      }
      expect((await client.read("/api/auth/me", marks.header(out), ended)).status).toBe(503);
      services.projector.goOn();
      expect(await client.firstName(marks.header(renamed))).toBe("Ada");
      const refused = await askUntilUpToDate(() => client.read("/api/auth/me", marks.header(out), ended));
      expect(refused.status).toBe(401);
    });

    it("is killed over its work and started again, nobody reads what is older than their own write", {
      timeout: 300_000,
    }, async () => {
      const { client } = await joined();
      for (let n = 0; n < kills; n++) {
        if (n % 2) services.projector.stop();
        else services.projector.delay(100);
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

  describe("RW-3 a program that keeps no cookies", () => {
    it("reads what it wrote by the header alone", async () => {
      const { client } = await joined();
      services.projector.delay(100);
      for (let n = 0; n < 20; n++) {
        const renamed = await client.rename(`header ${n}`);
        expect(await client.firstName(marks.header(renamed))).toBe(`header ${n}`);
      }
    });

    it.each([0, 300])(
      "works at once with a new credential and no mark at all, what folds being %i ms late",
      busyMachine,
      async (ms) => {
        const { person, client } = await joined();
        services.projector.delay(ms);
        for (let n = 0; n < 10; n++) {
          const { token } = (await client.signIn(person)).body;
          expect((await call(query(), "GET", "/api/auth/me", { token })).status).toBe(200);
        }
        const { token } = await register(url, somebody());
        expect((await call(query(), "GET", "/api/auth/me", { token })).status).toBe(200);
      },
    );
  });

  describe("a mark that nobody was given", () => {
    const ahead = 2n ** 40n;
    const headers = [
      "x",
      "-5",
      "1--5",
      "1-0x10",
      "1-1e3",
      "0-1",
      `1-${ahead}`,
      `1-${2n ** 63n - 1n}`,
      `1-${2n ** 70n}`,
    ];

    it("RW-4 is ignored, forged or ahead of the log, as a header and as a cookie", async () => {
      const { client } = await joined();
      const renamed = await client.rename("Ada");
      expect(await client.firstName(marks.header(renamed))).toBe("Ada");
      const [text = "", expires = "", signature = ""] = (cookieIn(renamed.headers, "__Host-position") ?? "").split(".");
      const cookies = [
        ...["", "x", `1-${ahead}`, `1-${ahead}.${expires}`, `1-${ahead}.${expires}.${signature}`],
        ...[`${text}.${Number(expires) + 1}.${signature}`, `1-${ahead}.9999999999.${"A".repeat(43)}`],
      ];
      const all = [
        ...headers.map((mark) => ({ "x-log-position": mark })),
        ...cookies.map((mark) => ({ cookie: `__Host-position=${mark}` })),
      ];
      for (const mark of all) expect([mark, (await client.read("/api/auth/me", mark)).status]).toEqual([mark, 200]);
    });

    it("RW-4 takes nothing from a true one beside it", async () => {
      const { client } = await joined();
      services.projector.delay(300);
      for (let n = 0; n < 4; n++) {
        const renamed = await client.rename(`true ${n}`);
        const forged = { "x-log-position": `1-${ahead}`, cookie: `__Host-position=1-${ahead}.9999999999.AAAA` };
        const mark = { ...forged, ...markOf(renamed, n) };
        expect(await client.firstName(mark)).toBe(`true ${n}`);
      }
    });

    // There is no import yet that would begin a generation; whatever one leaves behind looks like this.
    it("RW-8 is ignored when it is of another generation than the log's", async () => {
      const { client } = await joined();
      for (const mark of ["2-1", `2-${ahead}`, "999999999-1"]) {
        expect([mark, (await client.read("/api/auth/me", { "x-log-position": mark })).status]).toEqual([mark, 200]);
      }
    });
  });

  describe("RW-5 two tabs of one browser", () => {
    const opened = async () => {
      const { person, client } = await joined();
      const [jar, signedIn] = [new CookieJar(), await client.signIn(person)];
      jar.keep(signedIn);
      const tab = () => new Tab(jar, signedIn.body.token);
      return { client, person, tabs: [tab(), tab(), tab()] as const };
    };
    const rename = (tab: Tab, firstName: string, at = url) =>
      tab.ask(at, "PUT", "/api/user/profile", { body: { firstName, lastName: "" } });
    const nameSeenBy = async (tab: Tab, headers: Record<string, string> = {}) =>
      (await askUntilUpToDate(() => tab.ask(query(), "GET", "/api/auth/me", { headers }))).body.user.firstName;

    it.each([0, 300])("each read what the other one wrote, what folds being %i ms late", async (ms) => {
      const { tabs } = await opened();
      const command = inTurn(services.commands);
      services.projector.delay(ms);
      for (let n = 0; n < 10; n++) {
        const [writer, reader] = n % 2 ? [tabs[0], tabs[1]] : [tabs[1], tabs[0]];
        expect((await rename(writer, `tab ${n}`, command())).status).toBe(200);
        expect(await nameSeenBy(reader)).toBe(`tab ${n}`);
      }
    });

    it(
      "that write at once read their own, and a third one reads both, though the earlier write is answered later",
      busyMachine,
      async () => {
        const { client, person, tabs } = await opened();
        for (let n = 0; n < 2; n++) {
          const other = sessionOf((await client.signIn(person)).body.token);
          services.projector.delay(1200);
          const ending = tabs[0].ask(url, "DELETE", `/api/user/sessions/${other}`);
          await new Promise((resolve) => setTimeout(resolve, 100));
          const order: string[] = [];
          const answers = [ending.finally(() => order.push("end")), rename(tabs[1], `both ${n}`)] as const;
          const renamed = await answers[1];
          order.push("name");
          const ended = await answers[0];
          expect([renamed.status, ended.status]).toEqual([200, 200]);
          if (endsWait) expect(order).toEqual(["name", "end"]);
          expect(await nameSeenBy(tabs[2])).toBe(`both ${n}`);
          expect(await nameSeenBy(tabs[1], marks.header(renamed))).toBe(`both ${n}`);
          const { body } = await askUntilUpToDate(() => tabs[0].ask(query(), "GET", "/api/user/sessions"));
          expect(body.map(({ id }: { id: string }) => id)).not.toContain(other);
          services.projector.goOn();
        }
      },
    );
  });
}
