import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Services, startServices } from "../start-services.ts";
import { CookieJar, Tab } from "./browser.ts";
import { type Answered, call, member, register, somebody } from "./client.ts";
import { askUntilUpToDate, clientOf, inTurn, marks, sessionOf } from "./own-writes.ts";
import { cookieIn } from "./wire.ts";

const full = process.env.FULL_RUN === "1";
const rounds = full ? 10_000 : 2000;
let services: Services;
let url: string;
let query: () => string;
beforeAll(async () => {
  services = await startServices({ LOG_LEVEL: "error" });
  url = services.commands[0] ?? "";
  query = inTurn(services.queries);
});
afterEach(() => services.projector.goOn());
afterAll(() => services.remove());

const markOf = (answer: Answered, n: number) => (n % 2 ? marks.header(answer) : marks.cookie(answer));
const joined = async () => {
  const person = await member(url);
  return { person, client: clientOf(services, person.token) };
};
/** Writes and reads so often; what was read that was not what had been written. */
async function staleReads(times: number): Promise<string[]> {
  const { person, client } = await joined();
  const stale: string[] = [];
  for (let n = 0; n < times; n++) {
    if (n % 50 === 49) {
      const started = await client.signIn(person);
      const id = sessionOf(started.body.token);
      if (!(await client.sessions(markOf(started, n))).includes(id)) stale.push(`${n}: a session`);
      if ((await client.sessions(markOf(await client.end(id), n))).includes(id)) stale.push(`${n}: an ended session`);
    } else {
      const name = await client.firstName(markOf(await client.rename(`name ${n}`), n));
      if (name !== `name ${n}`) stale.push(`${n}: ${name}`);
    }
  }
  return stale;
}
const byFour = async (times: number) =>
  (await Promise.all([1, 2, 3, 4].map(() => staleReads(Math.ceil(times / 4))))).flat();

it(`RW-1 what was written is read at once, ${rounds} times, by header and by cookie`, {
  timeout: 600_000,
}, async () => {
  expect(await byFour(rounds)).toEqual([]);
});

describe("RW-2 while what folds the log", () => {
  it("is 300 ms late each time, nobody reads what is older than their own write", { timeout: 120_000 }, async () => {
    services.projector.delay(300);
    expect(await byFour(full ? 400 : 40)).toEqual([]);
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
    for (let n = 0; n < (full ? 20 : 4); n++) {
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
  const headers = ["x", "-5", "1--5", "1-0x10", "1-1e3", "0-1", `1-${ahead}`, `1-${2n ** 63n - 1n}`, `1-${2n ** 70n}`];

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

  it("that write at once read their own, and a third one reads both, though the earlier write is answered later", async () => {
    const { client, person, tabs } = await opened();
    for (let n = 0; n < 2; n++) {
      const other = sessionOf((await client.signIn(person)).body.token);
      services.projector.delay(1200);
      // The end of a session waits half a second for the read models before it is answered.
      const ending = tabs[0].ask(url, "DELETE", `/api/user/sessions/${other}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const order: string[] = [];
      const answers = [ending.finally(() => order.push("end")), rename(tabs[1], `both ${n}`)] as const;
      const renamed = await answers[1];
      order.push("name");
      const ended = await answers[0];
      expect([renamed.status, ended.status, order]).toEqual([200, 200, ["name", "end"]]);
      expect(await nameSeenBy(tabs[2])).toBe(`both ${n}`);
      expect(await nameSeenBy(tabs[1], marks.header(renamed))).toBe(`both ${n}`);
      const { body } = await askUntilUpToDate(() => tabs[0].ask(query(), "GET", "/api/user/sessions"));
      expect(body.map(({ id }: { id: string }) => id)).not.toContain(other);
      services.projector.goOn();
    }
  });
});
