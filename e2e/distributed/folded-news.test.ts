import { setTimeout as wait } from "node:timers/promises";
import { type FoldedNews, hearFolded } from "@attestory/command-api/redis-folded-news.ts";
import { type Announcer, announceFolded } from "@attestory/projections/redis-announcements.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RedisServer, startRedisServer, whyNoRedis } from "../stand-ins/redis-server.ts";

describe.skipIf(whyNoRedis())("how far the projections have folded, as the side that decides hears it", () => {
  let server: RedisServer;
  let announcer: Announcer;
  let news: FoldedNews;
  beforeAll(async () => {
    server = await startRedisServer();
    const channel = { url: server.url, generation: 1, onTrouble: () => {} };
    announcer = announceFolded(channel);
    news = hearFolded(channel);
    do announcer.tell(new Map([["users", 1n]]));
    while (!(await news.reached(1n, 20)));
  });
  afterAll(async () => {
    news.close();
    announcer.close();
    await server.close();
  });

  it("SE-03 whoever revokes something goes on as soon as every projection holds it, and not before", async () => {
    let went: boolean | null = null;
    const going = news.reached(20n, 5000).then((reached) => {
      went = reached;
    });
    announcer.tell(
      new Map([
        ["users", 25n],
        ["sessions", 19n],
      ] as const),
    );
    await expect.poll(() => news.reached(19n, 10)).toBe(true);
    expect(went).toBe(null);
    announcer.tell(new Map([["sessions", 20n]]));
    await going;
    expect(went).toBe(true);
  });

  it("nobody waits longer than was said, and what comes late or is no news changes nothing", async () => {
    announcer.tell(new Map([["users", 3n]]));
    for (const said of ["", "{", "[]", '{"users":"x"}', '{"users":9e99}', '{"users":"999999999999999999999999"}']) {
      await server.ask("PUBLISH", "attestory:folded:1", said);
    }
    await wait(50);
    expect(await news.reached(20n, 10)).toBe(true);
    const asked = performance.now();
    expect(await news.reached(1_000n, 100)).toBe(false);
    expect(performance.now() - asked).toBeGreaterThan(90);
  });
});
