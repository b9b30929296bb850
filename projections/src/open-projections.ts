import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { makeRoom } from "@attestory/runtime/make-room.ts";
import type { ProjectionMessage, ProjectionTimes } from "./follower/projection-messages.ts";
import { runProjections } from "./follower/run-projections.ts";
import type { Projection } from "./read-models/projection.ts";
import { type BuildRequest, buildBehind } from "./rebuild/build-behind.ts";
import { givingWay } from "./rebuild/pass/giving-way.ts";
import { openBuilds, openLeases, openReadStoreWriter, type ReadStoreLocation } from "./store/open-read-store.ts";

export interface ProjectionsOptions {
  log: EventLog;
  sealing: Sealing;
  /** Where the documents are. */
  location: ReadStoreLocation;
  /** Every projection of the service unless given. */
  projections?: readonly Projection[] | undefined;
  /** Identifies this process among all that share the leases; random unless given. */
  holder?: string | undefined;
  times?: ProjectionTimes | undefined;
  /** How many documents a build keeps in memory. */
  buildDocuments?: number | undefined;
  /** Builds what is far behind; in this thread unless given. */
  build?: ((request: BuildRequest) => Promise<void>) | undefined;
}

export interface OpenProjections {
  /** Resolves after `close`. Rejects when the projections cannot continue. */
  readonly ended: Promise<void>;
  /** Finishes the current batch or, if that is slow, abandons it. Closes the read models; the log and the vault stay open. */
  close(): Promise<void>;
}

/**
 * Opens the read models of either stack and runs every projection on them. Resolves once they are known to belong to this log;
 * rejects when they do not.
 */
export async function openProjections(
  { location, ...options }: ProjectionsOptions,
  onMessage: (message: ProjectionMessage) => void,
): Promise<OpenProjections> {
  const store = await openReadStoreWriter(location);
  const leases = await openLeases(location);
  const builds = await openBuilds(location);
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const ended = runProjections(
    { ...options, store, leases, builds },
    (message) => {
      if (message.kind === "ready") ready.resolve();
      onMessage(message);
    },
    stop.signal,
  );
  await Promise.race([ready.promise, ended]);
  return {
    ended,
    async close() {
      stop.abort();
      // Who awaits `ended` learns of a failure.
      await ended.catch(() => undefined);
      await Promise.all([store.close(), leases.close(), builds.close()]);
    },
  };
}

export interface BuildOptions
  extends Pick<ProjectionsOptions, "log" | "sealing" | "location" | "holder" | "buildDocuments"> {
  /** Lets this thread give way to the others: called when people can sign in. */
  giveWay?: (() => void) | undefined;
}

/** Opens the read models, builds what is far behind, and closes them. */
export async function openAndBuild(
  request: BuildRequest,
  { location, holder = randomUUID(), buildDocuments, giveWay, ...parts }: BuildOptions,
): Promise<void> {
  const store = await openReadStoreWriter(location);
  const leases = await openLeases(location);
  const builds = await openBuilds(location, { inThread: "if-room" });
  try {
    let room = async () => {};
    const giveWayTogether = () => {
      giveWay?.();
      builds.giveWay?.();
      room = makeRoom();
    };
    const building = giveWay ? givingWay(request, giveWayTogether) : request;
    const opened = { store, leases, builds, holder, mostHeld: buildDocuments };
    await buildBehind(building, { ...parts, ...opened, makeRoom: () => room() });
  } catch (error) {
    // Who has stopped it does not ask why it ended.
    if (!request.signal.aborted) throw error;
  } finally {
    await Promise.all([store.close(), leases.close(), builds.close()]);
  }
}
