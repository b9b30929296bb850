import { randomUUID } from "node:crypto";
import type { Position } from "@attestory/events/envelope.ts";
import type { Build, Builds, OpenBuild } from "../builds.ts";
import type { Changes, Collection } from "../read-store.ts";
import { type MongoCatalogue, mongoCatalogue, type Placed, placed } from "./build-catalogue.ts";
import { type MongoBuildDocuments, mongoBuildDocuments } from "./build-documents.ts";
import { beginMongoBuild, removeMongoBuild } from "./build-in-progress.ts";
import { mongoCarryOver, mongoDropAll } from "./carry-over.ts";
import {
  type MongoReadModels,
  type MongoReadStoreOptions,
  openMongoReadModels,
  patience,
  type StoredProjection,
} from "./collections.ts";
import { switchMongoBuild } from "./switch-build.ts";

/** Opens the builds of one catalogue. */
export async function openMongoBuilds(options: MongoReadStoreOptions): Promise<Builds> {
  const models = await openMongoReadModels(options, patience.writing);
  const catalogue = mongoCatalogue(models, options.generation);
  let patient: Promise<MongoReadModels> | null = null;
  /** Connects when a build is finished: the server answers only once it has read all of its documents. */
  const indexing = () => {
    patient ??= openMongoReadModels(options, patience.indexing);
    return patient;
  };

  const drop = removeMongoBuild(models, catalogue);

  /** Removes collections that a writer created again because it did not know that their build was dropped. */
  const sweep = (projection: string) =>
    models.ask(async ({ ofProjection, remove }) => {
      // Lists collections before it reads the catalogue: a concurrent `begin` adds the build there before it creates the collection.
      const found = await ofProjection(projection);
      const named = Object.values((await catalogue.find(projection))?.builds ?? {}).map(({ collection }) => collection);
      for (const collection of found) if (!named.includes(collection)) await remove(collection);
    });

  return {
    list: async () => (await catalogue.all()).flatMap(buildsOf),
    drop: (projection, build) => drop(projection, build),
    carryOver: mongoCarryOver({ models, catalogue, drop, indexing }),
    dropAll: mongoDropAll({ models, catalogue, drop }),
    begin: beginMongoBuild({ models, indexing, catalogue, drop, sweep }),
    async open({ name }: Collection, build): Promise<OpenBuild> {
      const stored = placed(await catalogue.find(name), build);
      if (!stored) throw new TypeError(`there is no build ${build} of ${name}`);
      return opened({ models, catalogue }, name, stored);
    },
    switchTo: switchMongoBuild(models, catalogue, randomUUID),
    async close() {
      await Promise.all([models.close(), patient?.then((opened) => opened.close())]);
    },
  };
}

/** Writes the documents of a build, then its checkpoint. */
const writerOf =
  (documents: MongoBuildDocuments, catalogue: MongoCatalogue, build: number) =>
  async (changes: readonly Changes[]): Promise<void> => {
    for (const { collection, documents: changed, checkpoint } of changes) {
      await documents.write(collection, changed);
      if (checkpoint.position > 0n) await catalogue.advance(collection.name, build, checkpoint);
    }
  };

/** Counts in parts, so that no query exceeds its time limit however many documents there are. */
const countedAtOnce = 20_000;

function opened(
  { models, catalogue }: { models: MongoReadModels; catalogue: MongoCatalogue },
  name: string,
  { collection, build }: Placed,
): OpenBuild {
  const documents = mongoBuildDocuments(models, collection);
  const count = async (filter: object) =>
    Number(await models.ask((all, signal) => all.documents(collection).countDocuments(filter, { signal })));
  /** The key `countedAtOnce` documents after this one; null if there are fewer. */
  const keyFurtherOn = (after: string) => {
    const options = { sort: { _id: 1 }, skip: countedAtOnce - 1, projection: { _id: 1 } } as const;
    return models.ask(async (all, signal) => {
      const found = await all.documents(collection).findOne({ _id: { $gt: after } }, { ...options, signal });
      return found?._id ?? null;
    });
  };
  return {
    load: async (_, keys) => documents.load(keys),
    write: writerOf(documents, catalogue, build),
    checkpoint: async (): Promise<Position> => placed(await catalogue.find(name), build)?.checkpoint ?? 0n,
    parked: async (_, limit = 100) => documents.parked(limit),
    async count() {
      let counted = 0;
      for (let after: string | null = ""; after !== null; ) {
        const last = await keyFurtherOn(after);
        const _id: object = { $gt: after, ...(last !== null && { $lte: last }) };
        counted += await count({ _id, document: { $ne: null } });
        after = last;
      }
      return counted;
    },
    countParked: () => count({ "parked.position": { $exists: true } }),
    async page(after, limit) {
      const found = await models.ask((all, signal) =>
        all
          .documents(collection)
          .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, batchSize: limit + 1, signal })
          .toArray(),
      );
      const text = (document: object | null) => document && JSON.stringify(document);
      return new Map(found.map(({ _id, position, document }) => [_id, { position, text: text(document) }]));
    },
    // All builds share the connection.
    close: async () => undefined,
  };
}

/** The projection's builds, newest first. */
function buildsOf(projection: StoredProjection | null): Build[] {
  if (!projection) return [];
  const { _id, running, builds } = projection;
  return Object.entries(builds)
    .map(([number, { wasRead, since, progress, isCarriedOver = false }]): Build => {
      const build = Number(number);
      const unread = wasRead ? "kept" : "building";
      return { projection: _id, build, state: build === running ? "running" : unread, since, progress, isCarriedOver };
    })
    .sort((one, other) => other.build - one.build);
}
