import { randomUUID } from "node:crypto";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type Position, userStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { FollowerParts } from "../follower/follower.ts";
import type { Projection } from "../read-models/projection.ts";
import { openReadStoreWriter } from "../store/open-read-store.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { followToHead } from "./follow-to-head.ts";

interface Tally {
  count: number;
  names: (string | null)[];
}

/** Counts events, so that one applied twice or never is noticed. */
export const tally = (name: Projection["name"], evolve = (_event: RecordedEvent) => {}): Projection<Tally> => ({
  name,
  group: "other",
  takes: ["ProfileChanged"],
  personal: "opened",
  indexes: {},
  keys: (event) => (event.type === "ProfileChanged" ? [event.data.userId] : []),
  evolve(document, event) {
    evolve(event);
    const { count, names } = document ?? { count: 0, names: [] };
    return event.type === "ProfileChanged" ? { count: count + 1, names: [...names, event.data.firstName] } : document;
  },
});
export const tallies = tally("tallies@1");

/** One log for a test file; an empty read store and a new person for each test. */
class TallyScene {
  service!: ScratchService;
  store!: ReadStoreWriter;
  person = "";
  /** Of the test's own read store. */
  generation = 0;

  get location() {
    return { dataDir: this.service.dataDir, generation: this.generation };
  }

  /** The person takes one name after the other. Returns the head of the log. */
  async named(...names: string[]): Promise<Position> {
    const userId = this.person;
    for (const firstName of names) {
      const event = { type: "ProfileChanged", data: { userId, firstName, lastName: null } } as const;
      await this.service.happened(userStream(userId), event, { person: userId });
    }
    return this.service.log.head();
  }

  async document(of: Projection = tallies): Promise<object | null | undefined> {
    return (await this.store.load(of, [this.person])).get(this.person)?.document;
  }

  /** Follows the log to its head. */
  follow(projections: readonly Projection[], overrides: Partial<FollowerParts> = {}) {
    return followToHead({ ...this.service, store: this.store }, projections, overrides);
  }
}

/** Opens a scene before the tests of this file and closes it after them. */
export function openTallyScene(): TallyScene {
  const scene = new TallyScene();
  beforeAll(async () => {
    scene.service = await openScratchService();
  });
  afterAll(() => scene.service.close());
  beforeEach(async () => {
    scene.person = randomUUID();
    scene.generation++;
    scene.store = await openReadStoreWriter(scene.location);
  });
  afterEach(() => scene.store.close());
  return scene;
}
