import { randomUUID } from "node:crypto";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { rebuildTogether } from "@attestory/projections/rebuild/rebuild.ts";
import { openBuilds, openLeases } from "@attestory/projections/store/open-read-store.ts";
import { tallies } from "@attestory/projections/testing/tally-scene.ts";
import { expect, it } from "vitest";
import { startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { Killed, killedIn } from "./killed-in.ts";

it.skipIf(whyNoMongo())(
  "applies no event twice to a document that is newer than the build that is continued",
  async () => {
    const [server, service] = [await startMongoServer(), await openScratchService()];
    const userId = randomUUID();
    const names = Array.from({ length: 40 }, (_, n) => `n${n}`);
    for (const firstName of names) {
      const data = { userId, firstName, lastName: null };
      await service.happened(userStream(userId), { type: "ProfileChanged", data }, { person: userId });
    }
    const location = { url: server.database(), generation: 1 };
    const [builds, leases] = [await openBuilds(location), await openLeases(location)];
    const continuing = { code: "one", isInLog: async () => true };
    const parts = { ...service, leases, holder: "a test", continuing, saveEvery: { events: 12n, ms: 60_000 } };
    const never = new AbortController().signal;
    const all = [tallies as Projection];
    // Four batches of four events and a checkpoint are five writes; the document is written twice more.
    const dying = { ...parts, builds: killedIn(builds, { writes: 7, share: 0 }), batchSize: 4, mostHeld: 0 };
    await expect(rebuildTogether(all, dying, never)).rejects.toBeInstanceOf(Killed);
    const left = await builds.begin(tallies, continuing);
    expect([left.from, (await left.load(tallies, [userId])).get(userId)?.position]).toEqual([16n, 24n]);
    expect(await rebuildTogether(all, { ...parts, builds, batchSize: 10, mostHeld: 1000 }, never)).toEqual([]);
    const built = await builds.open(tallies, 1);
    expect((await built.load(tallies, [userId])).get(userId)?.document).toEqual({ count: 40, names });
    await Promise.all([builds.close(), leases.close(), service.close()]);
    await server.close();
  },
);
