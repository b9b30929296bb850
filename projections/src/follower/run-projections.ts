import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { watchForReplacement } from "@attestory/event-store/log/replaced-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { pause } from "@attestory/runtime/backoff.ts";
import { deduplicated } from "@attestory/runtime/deduplicated-log.ts";
import { allProjections } from "../read-models/all-projections.ts";
import type { Projection } from "../read-models/projection.ts";
import {
  type BuildMessage,
  type BuildRequest,
  buildBehind,
  defaultNearby,
  farBehind,
  readCheckpoints,
} from "../rebuild/build-behind.ts";
import { carryOver } from "../rebuild/versions/carry-over.ts";
import { countEvents } from "../rebuild/versions/count-events.ts";
import { dropLeftOver } from "../rebuild/versions/drop-left-over.ts";
import { urgentFirst } from "../rebuild/versions/urgent-first.ts";
import { announcingWriter } from "../store/announcing-writer.ts";
import type { Builds } from "../store/builds.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { switchDetector } from "../store/switch-detector.ts";
import { compactWhenCurrent } from "./compact-when-current.ts";
import { FollowedElsewhere } from "./followed-elsewhere.ts";
import { inGroups, nearAndFar, newInRelease } from "./in-groups.ts";
import { defaultLeaseTimes, type Leases } from "./lease.ts";
import { defaultAsideMs, followLeased, type LeasedFollower, type LeasedFollowerParts } from "./leased-follower.ts";
import { sinceBoot } from "./progress.ts";
import { ProgressTracker } from "./progress-tracker.ts";
import type { ProjectionMessage, ProjectionTimes } from "./projection-messages.ts";
import { reasonOf } from "./reason-of.ts";
import { assertSameLog } from "./same-log.ts";
import { scrubbedOf, scrubbingLog } from "./scrubbing-log.ts";

const defaultTimes: ProjectionTimes = { heartbeatMs: 250, lease: defaultLeaseTimes, asideMs: defaultAsideMs };

/** The stores of either stack, and the options of a run. */
export interface ProjectionParts {
  log: EventLog;
  sealing: Sealing;
  store: ReadStoreWriter;
  leases: Leases;
  builds: Builds;
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

/**
 * Runs every projection until the signal aborts, each while this process holds its lease, and reports progress.
 * Rejects when the log was replaced by an older one, also while it runs.
 */
export async function runProjections(
  {
    log,
    sealing,
    store: writer,
    leases,
    builds,
    projections = allProjections,
    holder = randomUUID(),
    times = defaultTimes,
    buildDocuments: mostHeld,
    build = (request) => buildBehind(request, { log, sealing, store: writer, builds, leases, holder, mostHeld }),
  }: ProjectionParts,
  send: (message: ProjectionMessage) => void,
  stop: AbortSignal,
): Promise<void> {
  const store = announcingWriter(writer, (changed) => send({ kind: "changed", changed }));
  await assertSameLog(log, store);
  const reportError = deduplicated((error: unknown) => send({ kind: "error", reason: reasonOf(error) }));
  const alone = { leases, builds, holder, leaseTimes: times.lease, reportError };
  const carried = await carryOver(projections, alone, stop);
  const apart = await newInRelease(projections, builds);
  const checkpoints = await readCheckpoints(projections, store);
  const { nearby = defaultNearby } = times;
  const isFar = countEvents(log, nearby);
  const behind = await farBehind({ checkpoints, head: await log.head(), isFar });
  const toBuild = projections.filter((projection) => behind.includes(projection) || carried.includes(projection));
  const followed = projections.filter((projection) => !behind.includes(projection));

  const tracker = new ProgressTracker([...checkpoints].map(([{ name }, position]) => [name, position]));
  const report = () => {
    const { positions, asOf } = tracker;
    send({ kind: "progress", report: { positions, asOf } });
  };
  const sendParked = async () => {
    // Those of an active build are known while another one is built.
    const readable = projections.filter((one) => followed.includes(one) || (checkpoints.get(one) ?? 0n) > 0n);
    const faults = readable.map(async ({ name }) =>
      (await store.parked(name)).map((document) => ({ projection: name, ...document })),
    );
    send({ kind: "parked", documents: (await Promise.all(faults)).flat() });
  };
  const elsewhere = new FollowedElsewhere(projections, { store, tracker, send });
  const switches = switchDetector(builds);
  const beat = async () => {
    const [at, head] = [sinceBoot(), await log.head()];
    if (await switches.hasSwitched()) for (const follower of followers) follower.restart();
    await elsewhere.check();
    tracker.observeHead(at, head);
    report();
  };
  const scrubbed = scrubbedOf(projections);
  const parts: LeasedFollowerParts = {
    log: scrubbingLog(log, builds, scrubbed),
    sealing,
    store,
    leases,
    holder,
    leaseTimes: times.lease,
    asideMs: times.asideMs,
    onStart(from) {
      elsewhere.started(from);
      send({ kind: "started", projections: [...from.keys()].map(({ name }) => name) });
      send({ kind: "changed", changed: "all" });
      void sendParked().catch(reportError);
    },
    onEnd: (ended) => elsewhere.ended(ended),
    onProgress: (positions) => {
      for (const [name, position] of positions) tracker.advance(name, position);
      report();
    },
    onFault: (fault) => {
      elsewhere.stopped(fault);
      send({ kind: "fault", fault });
    },
    onParked: () => void sendParked().catch(reportError),
    reportError,
  };

  const followers: LeasedFollower[] = [];
  const followGroups = (of: readonly Projection[]) => {
    const started = inGroups(of, apart).map((group) => followLeased(group, parts, stop));
    followers.push(...started);
    return Promise.all(started.map(({ ended }) => ended));
  };
  const tidy = () => dropLeftOver(projections, { ...alone, store, graceMs: times.graceMs }, stop);
  /** Follows what was built: each group once all of it can be read, and in the end also what could not be built. */
  const buildAndFollow = async () => {
    void sendParked().catch(reportError);
    const following: Promise<unknown>[] = [];
    const waiting = new Set(behind);
    const followOn = (of: readonly Projection[]) => {
      for (const projection of of) waiting.delete(projection);
      followed.push(...of);
      if (!stop.aborted) following.push(followGroups(of));
    };
    const receive = (message: BuildMessage) => {
      send(message);
      if (message.kind === "built") followOn([...waiting].filter(({ name }) => message.projections.includes(name)));
    };
    for (const some of urgentFirst(toBuild, { behind, followed })) {
      await build({ projections: some, unserved: behind, nearby, send: receive, signal: stop }).catch(reportError);
      send({ kind: "building", projections: [], progress: null });
    }
    // One that could not be built is far behind those of its group that could.
    const left = await readCheckpoints([...waiting], store).catch((error: unknown) => {
      reportError(error);
      return new Map([...waiting].map((projection) => [projection, 0n]));
    });
    const groups = await nearAndFar(left, isFar).catch((error: unknown) => {
      reportError(error);
      return [...left.keys()].map((projection) => [projection]);
    });
    for (const group of groups) followOn(group);
    await Promise.all([...following, tidy()]);
  };
  const followedHere = () => projections.filter((projection) => !elsewhere.has(projection));
  // One beat at a time, so that slow stores do not get more requests.
  const beating = async () => {
    for (let beats = 0; !stop.aborted; beats++) {
      await beat().catch(reportError);
      // Not before it is known how far the read models are: until then queries are refused.
      if (beats === 0) send({ kind: "ready" });
      await compactWhenCurrent({ store, tracker, followed: followedHere(), scrubbed }).catch(reportError);
      await pause(times.heartbeatMs, stop);
    }
  };
  const replaced = Promise.withResolvers<never>();
  const comparing = watchForReplacement(() => assertSameLog(log, store), replaced.reject, times.compareMs);
  const ended = Promise.all([beating(), followGroups(followed), toBuild.length > 0 ? buildAndFollow() : tidy()]);
  await Promise.race([replaced.promise, ended]).finally(comparing.close);
}
