import { randomUUID } from "node:crypto";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { type Position, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach } from "vitest";
import type { ProgressReport } from "../follower/progress.ts";
import type { ProjectionMessage } from "../follower/projection-messages.ts";
import { type ProjectionParts, runProjections } from "../follower/run-projections.ts";
import { users } from "../read-models/users.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "../store/open-read-store.ts";

/** For each test a scratch service, and what its projections report. */
class RunScene {
  service!: ScratchService;
  parts!: ProjectionParts;
  stop = new AbortController();
  /** The newest reported positions, by projection. */
  reached: ReadonlyMap<string, Position> = new Map();
  /** Every reported position of `users`. */
  positions: Position[] = [];
  reportedErrors: string[] = [];
  /** The keys of parked documents, as reported last. */
  parked: string[] = [];
  /** Which projections have started and stopped, in order. */
  statuses: string[] = [];

  /** Until `stop` aborts. */
  run(instead: Partial<ProjectionParts>): Promise<void> {
    return runProjections(
      { ...this.parts, ...instead },
      (message) => {
        if (message.kind === "progress") this.#noteProgress(message.report);
        if (message.kind === "fault") this.statuses.push(`${message.fault.projection} stopped`);
        if (message.kind === "started") this.statuses.push(...message.projections.map((name) => `${name} started`));
        this.#noteFailures(message);
      },
      this.stop.signal,
    );
  }

  /** Returns the position of the event. */
  register(userId = randomUUID()): Promise<Position> {
    const names = { firstName: null, lastName: null };
    const data = { userId, email: "ada@example.org", username: "ada", passwordHash: "x", ...names };
    return this.service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
  }

  /** An event of a type that this release does not know. */
  async registerUnknown(): Promise<void> {
    const event = { type: "UserTeleported", schemaVersion: 1, recordedAt: Date.now(), person: null, sealed: null };
    await this.service.log.append(userStream(randomUUID()), 0, [
      { ...event, id: randomUUID(), data: "{}", metadata: "{}" },
    ]);
  }

  #noteFailures(message: ProjectionMessage): void {
    if (message.kind === "error") this.reportedErrors.push(message.reason);
    if (message.kind === "unbuilt") this.reportedErrors.push(`${message.projections} not built: ${message.reason}`);
    if (message.kind === "parked") this.parked = message.documents.map(({ key }) => key);
  }

  #noteProgress({ positions }: ProgressReport): void {
    this.reached = positions;
    this.positions.push(positions.get(users.name) ?? 0n);
  }
}

export function openRunScene(): RunScene {
  const scene = new RunScene();
  beforeEach(async () => {
    const service = await openScratchService();
    const stores = {
      store: await openReadStoreWriter(service),
      leases: await openLeases(service),
      builds: await openBuilds(service),
    };
    const times = { heartbeatMs: 5, lease: { leaseMs: 3000, renewEveryMs: 20 }, asideMs: 600_000 };
    const parts = { ...stores, log: service.log, sealing: service.sealing, times };
    Object.assign(scene, new RunScene(), { service, parts });
  });
  afterEach(async () => {
    const { store, leases, builds } = scene.parts;
    await Promise.all([store.close(), leases.close(), builds.close()]);
    await scene.service.close();
  });
  return scene;
}
