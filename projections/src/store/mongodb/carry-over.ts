import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { Builds } from "../builds.ts";
import { type Collection, ReadStoreUnavailable } from "../read-store.ts";
import { type MongoCatalogue, type Placed, placed } from "./build-catalogue.ts";
import { mongoBuildDocuments } from "./build-documents.ts";
import type { MongoReadModels } from "./collections.ts";

export interface MongoBuilds {
  models: MongoReadModels;
  catalogue: MongoCatalogue;
  drop: Builds["drop"];
  /** Connects for requests that take minutes. */
  indexing(): Promise<Pick<MongoReadModels, "ask">>;
}

/** Copied by one request: few enough that it ends in time. */
const copiedAtOnce = 2000;

/**
 * Copies documents on the server, in the order of their keys. A follower may write them meanwhile: a document is copied as it is at that
 * moment, and its position says which events it holds.
 */
async function copyDocuments({ ask }: Pick<MongoReadModels, "ask">, from: string, into: string): Promise<void> {
  for (let after = ""; ; ) {
    const [start, options] = [{ $gt: after }, { sort: { _id: 1 }, projection: { _id: 1 } } as const];
    const last = await ask(({ documents }, signal) =>
      documents(from).findOne({ _id: start }, { ...options, skip: copiedAtOnce - 1, signal }),
    );
    const part = { $match: { _id: { ...start, ...(last && { $lte: last._id }) } } };
    await ask(({ documents }) =>
      documents(from)
        .aggregate([part, { $merge: { into, whenMatched: "replace" } }])
        .toArray(),
    );
    if (!last) return;
    after = last._id;
  }
}

export function mongoCarryOver({ models, catalogue, drop, indexing }: MongoBuilds): Builds["carryOver"] {
  const set = async (filter: object, fields: object): Promise<boolean> =>
    (await models.ask((all) => all.catalogue.updateOne(filter, { $set: fields }))).matchedCount === 1;

  /** Unless there is an active build, or one is about to become active. */
  const activate = (_id: string, build: number, { checkpoint, eventId }: Placed): Promise<boolean> => {
    const at = `builds.${build}`;
    const fields = { wasRead: true, since: Date.now(), checkpoint, eventId };
    const changed = Object.entries(fields).map(([field, value]) => [`${at}.${field}`, value]);
    const isFirst = { _id, running: null, switching: null, [at]: { $exists: true } };
    return set(isFirst, { running: build, ...Object.fromEntries(changed) });
  };

  const dropUnfinished = async (name: string) => {
    for (const [build, { isCarriedOver }] of Object.entries((await catalogue.find(name))?.builds ?? {})) {
      if (isCarriedOver) await drop(name, Number(build));
    }
  };
  const add = async (name: string): Promise<Placed> => {
    const added = await catalogue.add(name, null);
    const at = `builds.${added.build}`;
    await set({ _id: name, [at]: { $exists: true } }, { [`${at}.isCarriedOver`]: true });
    return added;
  };
  const copy = async (
    from: Placed,
    into: Placed,
    { collection, former }: { collection: Collection; former: string },
  ) => {
    await copyDocuments(models, from.collection, into.collection);
    await mongoBuildDocuments(await indexing(), into.collection).index(collection);
    tracepoint("build sealed", () => collection.name);
    if (placed(await catalogue.find(former), from.build)) return;
    throw new ReadStoreUnavailable(`build ${from.build} of ${former} was dropped while it was copied`);
  };

  /** Another caller may have dropped the build meanwhile: what was written after that is in a collection that MongoDB made anew. */
  const discard = async (name: string, { build, collection }: Placed) => {
    await drop(name, build);
    await models.ask(({ remove }) => remove(collection));
  };

  return async (collection, former) => {
    const { name } = collection;
    // Its documents hold every event up to the checkpoint that is read before they are copied.
    const from = await catalogue.running(former);
    if (!from || (await catalogue.running(name))) return false;
    await dropUnfinished(name);
    const added = await add(name);
    tracepoint("build begun", () => name);
    let isActive = false;
    try {
      await copy(from, added, { collection, former });
      isActive = await activate(name, added.build, from);
      return isActive;
    } finally {
      // If this fails, the next caller removes it.
      if (!isActive) await discard(name, added).catch(() => undefined);
    }
  };
}

/** Makes the active build one that was active before: killed after that, the next call removes the rest. */
export const mongoDropAll =
  ({ models, catalogue, drop }: Omit<MongoBuilds, "indexing">): Builds["dropAll"] =>
  async (_id) => {
    await models.ask((all) => all.catalogue.updateOne({ _id }, { $set: { running: null, switching: null } }));
    for (const build of Object.keys((await catalogue.find(_id))?.builds ?? {})) await drop(_id, Number(build));
    // A writer that did not know of it may have created a collection again.
    await models.ask(async ({ ofProjection, remove }) => {
      for (const collection of await ofProjection(_id)) await remove(collection);
    });
  };
