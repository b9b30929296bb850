import { randomUUID } from "node:crypto";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach } from "vitest";
import type { EmbeddedProjections, EmbeddedProjectionsOptions } from "../embedded-projections.ts";
import type { ProjectionFault } from "../follower/follower.ts";
import type { ProjectionTimes } from "../follower/projection-messages.ts";
import { startProjections } from "./start-projections.ts";

export const times: ProjectionTimes = {
  heartbeatMs: 20,
  lease: { leaseMs: 3000, renewEveryMs: 50 },
  asideMs: 600_000,
};
/** Generous: RW-6 tests how fast progress arrives; other tests check only that it does. */
export const patienceMs = 30_000;

/** For each test a scratch service, and projections in threads, which are stopped after the test. */
class EmbeddedScene {
  service!: ScratchService;
  running: EmbeddedProjections[] = [];
  /** What the projections have logged; a fault with the projection's name. */
  reports: string[] = [];
  /** What they have logged that is no fault. */
  notes: string[] = [];

  async start(overrides: Partial<EmbeddedProjectionsOptions> = {}): Promise<EmbeddedProjections> {
    const report = (fields: object, message: string) => {
      this.reports.push("fault" in fields ? `${message}: ${(fields.fault as ProjectionFault).projection}` : message);
    };
    const info = (_: object, message: string) => void this.notes.push(message);
    const log = { info, warn: report, error: report };
    const projections = await startProjections(this.service, { times, log, ...overrides });
    this.running.push(projections);
    return projections;
  }

  /** Returns the position of the event. */
  register(userId: string = randomUUID()) {
    const names = { firstName: null, lastName: null };
    const data = { userId, email: "ada@example.org", username: "ada", passwordHash: "x", ...names };
    return this.service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
  }
}

export function openEmbeddedScene(): EmbeddedScene {
  const scene = new EmbeddedScene();
  beforeEach(async () => {
    scene.service = await openScratchService();
    scene.running = [];
    scene.reports = [];
    scene.notes = [];
  });
  afterEach(async () => {
    await Promise.all(scene.running.map((projections) => projections.stop()));
    await scene.service.close();
  });
  return scene;
}
