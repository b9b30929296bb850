import { mongoCatalogue } from "@attestory/projections/store/mongodb/build-catalogue.ts";
import { removeMongoBuild } from "@attestory/projections/store/mongodb/build-in-progress.ts";
import { mongoCarryOver } from "@attestory/projections/store/mongodb/carry-over.ts";
import { openMongoReadModels } from "@attestory/projections/store/mongodb/collections.ts";
import { openBuilds, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { checkpointAt } from "@attestory/projections/testing/checkpoint-at.ts";
import { expect, it } from "vitest";
import { startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";

const former = { name: "pets@1", indexes: {} } as const;
const raised = { name: "pets@2", indexes: {} } as const;
const rex = new Map([["rex", { position: 1n, document: { age: 1 } }]]);

it.skipIf(whyNoMongo())(
  "makes the indexes of a copy on the connection for long requests, and leaves nothing if another process copies meanwhile",
  async () => {
    const server = await startMongoServer();
    const location = { url: server.database(), generation: 1 };
    const [writer, builds] = [await openReadStoreWriter(location), await openBuilds(location)];
    const models = await openMongoReadModels(location, 2000);
    const catalogue = mongoCatalogue(models, 1);
    await writer.write([{ collection: former, documents: rex, checkpoint: checkpointAt(1n) }]);
    const indexing = async () => {
      // The lease was lost: another process drops the copy, and makes its own.
      expect(await builds.carryOver(raised, former.name)).toBe(true);
      return models;
    };
    const late = mongoCarryOver({ models, catalogue, drop: removeMongoBuild(models, catalogue), indexing });
    expect(await late(raised, former.name)).toBe(false);
    const active = await catalogue.running(raised.name);
    expect(await models.ask(({ ofProjection }) => ofProjection(raised.name))).toEqual([active?.collection]);
    expect(active).toMatchObject({ build: 2, isCarriedOver: true });
    await Promise.all([writer.close(), builds.close(), models.close()]);
    await server.close();
  },
);
