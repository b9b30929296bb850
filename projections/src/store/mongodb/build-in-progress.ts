import { randomUUID } from "node:crypto";
import { eachAtMost } from "@attestory/runtime/each-at-most.ts";
import { type BuildChanges, type BuildInProgress, BuildLost, type Builds, type Continuing } from "../builds.ts";
import { type Checkpoint, type Collection, noCheckpoint } from "../read-store.ts";
import { type MongoCatalogue, type Placed, placed, unfinishedIn } from "./build-catalogue.ts";
import { inParts, mongoBuildDocuments } from "./build-documents.ts";
import { advanced } from "./checkpoints.ts";
import type { MongoReadModels } from "./collections.ts";

/** The server works on one call while another is sent. */
const callsAtOnce = 4;
/** Few enough that a slow server finds them before the connection is considered dead. */
const loadedAtOnce = 500;

interface Parts {
  models: Pick<MongoReadModels, "ask">;
  catalogue: Pick<MongoCatalogue, "add" | "find">;
  /** Connects for requests that take minutes. */
  indexing(): Promise<Pick<MongoReadModels, "ask">>;
  drop: ReturnType<typeof removeMongoBuild>;
  /** Removes the projection's collections that belong to no build. */
  sweep(projection: string): Promise<void>;
}

/**
 * Begins builds, or continues them. The last process that has done so is the writer of a build. Each write of another one is refused before it
 * is made. If the writer changes in the middle of a write, that does no harm: no document is replaced by an older one, and the one that
 * continues skips the events that a document holds.
 */
export function beginMongoBuild(parts: Parts): Builds["begin"] {
  const { catalogue, drop, sweep } = parts;
  /** Takes over what can be continued, and drops all else. */
  const continueOne = async (name: string, writer: string, continuing?: Continuing): Promise<Placed | null> => {
    let continued: Placed | null = null;
    for (const build of unfinishedIn(await catalogue.find(name))) {
      const taken: Placed | null =
        continuing && !continued ? await take(parts, { name, build, writer }, continuing) : null;
      if (!taken) await drop(name, build);
      continued ??= taken;
    }
    return continued;
  };
  return async (collection, continuing) => {
    const { name } = collection;
    const writer = randomUUID();
    const continued = await continueOne(name, writer, continuing);
    await sweep(name);
    const making = { code: continuing?.code ?? null, writer, reached: noCheckpoint, hasParked: false };
    return inProgress(parts, collection, { ...(continued ?? (await catalogue.add(name, making))), writer });
  };
}

/** Removes a build that is not active; if `writer` is given, only while that is its writer. */
export const removeMongoBuild =
  ({ ask }: Pick<MongoReadModels, "ask">, catalogue: Pick<MongoCatalogue, "find">) =>
  async (_id: string, build: number, writer?: string): Promise<void> => {
    const found = await catalogue.find(_id);
    const stored = placed(found, build);
    const unread = {
      _id,
      running: { $ne: build },
      ...(writer !== undefined && { [`builds.${build}.making.writer`]: writer }),
    };
    const gone = { $unset: { [`builds.${build}`]: "" } } as const;
    // The catalogue first: a collection that it does not name is never read, and the next `begin` removes it.
    const { matchedCount } = await ask((all) => all.catalogue.updateOne(unread, gone));
    const isRemoved = matchedCount === 1;
    if (found && !isRemoved && writer === undefined) throw new TypeError(`build ${build} of ${_id} is read`);
    if (stored && isRemoved) await ask(({ remove }) => remove(stored.collection));
  };

/** Becomes the writer of an unfinished build; null if it cannot be continued. */
async function take(
  { models }: Parts,
  { name: _id, build, writer }: { name: string; build: number; writer: string },
  { code, isInLog }: Continuing,
): Promise<Placed | null> {
  const unread = { _id, running: { $ne: build }, [`builds.${build}.making.code`]: code };
  const taken = await models.ask((all) =>
    all.catalogue.findOneAndUpdate(
      unread,
      { $set: { [`builds.${build}.making.writer`]: writer } },
      { returnDocument: "after" },
    ),
  );
  const found = placed(taken, build);
  if (!found?.making || found.making.hasParked || found.checkpoint === 0n) return null;
  const { checkpoint: position, eventId, making } = found;
  const isNothing = making.reached.position === 0n;
  return (await isInLog({ position, eventId })) && (isNothing || (await isInLog(making.reached))) ? found : null;
}

function inProgress(
  { models, indexing, catalogue, drop }: Parts,
  of: Collection,
  { build, collection, checkpoint: from, writer }: Placed & { writer: string },
): BuildInProgress {
  const { name } = of;
  const documents = mongoBuildDocuments(models, collection);
  const at = `builds.${build}`;
  const own = { _id: name, [`${at}.making.writer`]: writer };
  /** Changes the build's part of the catalogue while this process is its writer. */
  const change = async (update: object | object[]): Promise<void> => {
    const { matchedCount } = await models.ask((all) => all.catalogue.updateOne(own, update));
    if (matchedCount === 1) return;
    // What was written while it was removed is in a collection that MongoDB made anew.
    if (!placed(await catalogue.find(name), build)) await models.ask(({ remove }) => remove(collection));
    throw new BuildLost(`another process builds ${name}`);
  };
  const reach = (reached: Checkpoint, hasParked: boolean) => {
    const known = `$${at}.making.reached`;
    const isNewer = { $lt: [`${known}.position`, reached.position] };
    const furthest = { [`${at}.making.reached`]: { $cond: [isNewer, { $literal: reached }, known] } };
    return change([{ $set: { ...furthest, ...(hasParked && { [`${at}.making.hasParked`]: true }) } }]);
  };
  const writeOne = async (changes: BuildChanges): Promise<void> => {
    const { documents: changed, checkpoint, reached = checkpoint, newKeys } = changes;
    const hasParked = [...changed.values()].some(({ parked }) => parked);
    if (changed.size > 0) await reach(reached, hasParked);
    await documents.write(of, changed, { newKeys, callsAtOnce });
    if (checkpoint.position > 0n) await change(advanced(build, checkpoint));
  };
  let saving: Promise<unknown> = Promise.resolve();
  return {
    build,
    from,
    isContinuable: true,
    async load(_, keys) {
      const found: Awaited<ReturnType<typeof documents.load>>[] = [];
      const parts = inParts(keys, loadedAtOnce);
      await eachAtMost(callsAtOnce, parts, async (part) => found.push(await documents.load(part)));
      return new Map(found.flatMap((one) => [...one]));
    },
    async write(changes) {
      for (const one of changes) await writeOne(one);
    },
    saveProgress(progress) {
      // Only for display, so errors are ignored.
      saving = change({ $set: { [`${at}.progress`]: progress } }).catch(() => undefined);
    },
    async seal() {
      await saving;
      await mongoBuildDocuments(await indexing(), collection).index(of);
      await change({ $set: { [`${at}.since`]: Date.now() } });
    },
    async leave() {
      await saving;
    },
    async drop() {
      await saving;
      await drop(name, build, writer);
    },
  };
}
