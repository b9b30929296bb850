import { describe, expect, it } from "vitest";
import type { SignedInSession } from "../testing/people.ts";
import { userScene } from "../testing/user-scene.ts";
import type { Session } from "./schema.ts";

const { scratch, happens } = userScene();

const later = (seconds: number) => {
  scratch.clock.now = new Date(scratch.clock.now.getTime() + seconds * 1000);
};
/** Requests the list with that session's token, once the read models hold everything that was appended. */
async function ask({ token }: SignedInSession, query = "") {
  const headers = scratch.knowing(await scratch.service.log.head());
  const answer = await scratch.get(`/api/user/sessions${query}`, { token, headers });
  return { answer, list: (await answer.json()) as Session[] };
}
const ids = (list: readonly Session[]) => list.map(({ id }) => id);

describe("GET /api/user/sessions", () => {
  it("shows when and from where a session was used", async () => {
    const from = {
      ip: "198.51.100.7",
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    };
    const how = { method: "password", secondFactor: "totp" } as const;
    const session = await happens.signedIn(await happens.registered(), how, from);
    const startedAt = scratch.clock.now.toISOString();
    const { answer, list } = await ask(session);
    expect(answer.status).toBe(200);
    expect(list).toEqual([
      {
        id: session.sessionId,
        isCurrent: true,
        createdAt: startedAt,
        lastAccess: startedAt,
        userAgent: from.userAgent,
        device: "Firefox on Linux",
        ipAddress: "198.51.100.7",
        location: "198.51.100.0/24",
        method: "password",
        secondFactor: "totp",
        signedInWith: "a password and a code",
      },
    ]);
  });

  it("SE-13 marks the current session, lists it first, and shows no token", async () => {
    const userId = await happens.registered();
    const sessions: SignedInSession[] = [];
    for (let count = 0; count < 3; count++) {
      sessions.push(await happens.signedIn(userId));
      later(1);
    }
    const [oldest, middle, newest] = sessions as [SignedInSession, SignedInSession, SignedInSession];
    const seen = await ask(oldest);
    expect(ids(seen.list)).toEqual([oldest, newest, middle].map(({ sessionId }) => sessionId));
    expect(seen.list.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect((await ask(newest)).list.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ id: newest.sessionId }]);
    const secrets = sessions.map(({ token }) => token.slice(-43));
    expect(secrets.some((secret) => JSON.stringify(seen.list).includes(secret))).toBe(false);
  });

  it("lists only valid sessions of the same user", async () => {
    const userId = await happens.registered();
    await happens.signedIn(userId, { idleSeconds: 10 });
    await happens.signedIn(userId, { pending: true });
    await happens.ended(await happens.signedIn(userId));
    later(20);
    await happens.signedIn(await happens.registered());
    const [current, other] = [await happens.signedIn(userId), await happens.signedIn(userId)];
    const expected = [current, other].map(({ sessionId }) => sessionId);
    expect(ids((await ask(current)).list)).toEqual(expected);
    const data = { userId, keptSession: current.sessionId };
    await happens.happenedToUser({ type: "OtherSessionsEnded", data });
    expect(ids((await ask(current)).list)).toEqual([current.sessionId]);
  });

  it("refuses a pending session", async () => {
    const session = await happens.signedIn(await happens.registered({ verified: false }), { pending: true });
    const { answer } = await ask(session);
    expect(answer.status).toBe(403);
  });

  it("SE-11 shows the client address from the trusted proxy, and a shortened user agent as it was sent", async () => {
    const session = await happens.signedIn(await happens.registered());
    later(300);
    const markup = `<img src=x onerror="alert(1)">/1.0 (${"x".repeat(10_000)})`;
    const headers = { "x-forwarded-for": "203.0.113.9, 2001:db8:1:2:3::4", "user-agent": markup };
    await scratch.get("/api/auth/me", { token: session.token, headers });
    await scratch.api.settled();
    const [seen] = (await ask(session)).list;
    expect(seen).toMatchObject({
      ipAddress: "2001:db8:1:2:3::4",
      location: "2001:db8:1:2::/64",
      userAgent: markup.slice(0, 512),
      device: "Unknown device",
      lastAccess: scratch.clock.now.toISOString(),
    });
  });

  it("LG-02 shows no address once the person's key is gone", async () => {
    const stranger = crypto.randomUUID();
    const from = { ip: "198.51.100.7", userAgent: "Firefox", person: stranger };
    const session = await happens.signedIn(await happens.registered(), {}, from);
    await scratch.service.keyring.erasePerson(stranger);
    const [seen] = (await ask(session)).list;
    expect(seen).toMatchObject({ ipAddress: null, userAgent: null, location: null, device: "Unknown device" });
  });

  it("SE-12 lists sessions in pages, each session once", async () => {
    const userId = await happens.registered();
    const others: string[] = [];
    for (let count = 0; count < 5; count++) others.unshift((await happens.signedIn(userId)).sessionId);
    const current = await happens.signedIn(userId);
    const pages: string[][] = [];
    let query: string | null = "?limit=2";
    while (query) {
      const { answer, list } = await ask(current, query);
      pages.push(ids(list));
      const next = /^<\/api\/user\/sessions(\?[^>]*)>; rel="next"$/.exec(answer.headers.get("link") ?? "");
      query = next?.[1] ?? null;
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2]);
    expect(pages[0]?.[0]).toBe(current.sessionId);
    expect(pages.flat().toSorted()).toEqual([current.sessionId, ...others].toSorted());
  });

  it("continues after a page that held only the current session", async () => {
    const userId = await happens.registered();
    const other = await happens.signedIn(userId);
    const current = await happens.signedIn(userId);
    const first = await ask(current, "?limit=1");
    const [, next] = /<[^?]*(\?[^>]*)>/.exec(first.answer.headers.get("link") ?? "") ?? [];
    expect([ids(first.list), ids((await ask(current, next)).list)]).toEqual([[current.sessionId], [other.sessionId]]);
  });

  it.each(["limit=0", "limit=201", "limit=x", "limit=1.5", "cursor=x", "cursor=W10", "cursor="])(
    "refuses ?%s and names the field",
    async (query) => {
      const session = await happens.signedIn(await happens.registered());
      const { answer, list } = await ask(session, `?${query}`);
      expect([answer.status, Object.keys((list as unknown as { fields: object }).fields)]).toEqual([
        400,
        [query.split("=")[0]],
      ]);
    },
  );
});
