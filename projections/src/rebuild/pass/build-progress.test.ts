import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accounts } from "../../read-models/accounts.ts";
import { users } from "../../read-models/users.ts";
import { type BuildProgress, type Builds, phaseOf } from "../../store/builds.ts";
import { openBuilds, openLeases } from "../../store/open-read-store.ts";
import { type RebuildParts, type Rebuilt, rebuildTogether } from "../rebuild.ts";

const people = 6;
const models = [users, accounts];
const service = scratchServiceOfFile();
let builds: Builds;
let parts: RebuildParts;
let close: () => Promise<unknown>;

beforeAll(async () => {
  for (let person = 0; person < people; person++) {
    const userId = randomUUID();
    const data = { userId, email: `${userId}@example.org`, username: userId, passwordHash: "x" };
    const event = { type: "UserRegistered", data: { ...data, firstName: "Ada", lastName: null } } as const;
    await service.happened(userStream(userId), event, { person: userId });
  }
  builds = await openBuilds(service);
  const leases = await openLeases(service);
  parts = { log: service.log, sealing: service.sealing, builds, leases, holder: randomUUID() };
  close = () => Promise.all([builds.close(), leases.close()]);
});
afterAll(() => close());

const states = async () => (await builds.list()).map(({ projection, state }) => `${projection} ${state}`);
const never = new AbortController().signal;
const figuresOf = (progress: BuildProgress) => {
  const { phase, done, total } = phaseOf(progress);
  return { phase, done, total };
};

it("RE-52 leaves no build that is interrupted while documents are written, and the active ones as they were", async () => {
  const stop = new AbortController();
  const rebuilt: Rebuilt[] = [];
  const onRebuilt = (one: Rebuilt) => void rebuilt.push(one);
  const onProgress = ({ writing }: BuildProgress) => {
    if (writing) stop.abort(new Error("stopped"));
  };
  const stopping = rebuildTogether(models, { ...parts, onProgress, onRebuilt }, stop.signal);
  await expect(stopping).rejects.toThrow("stopped");
  expect([await states(), rebuilt]).toEqual([[], []]);
});

it.each([{ mostHeld: 1000 }, { mostHeld: 0 }])(
  "RE-16 says how many events are applied, then how many documents are written, of each build: %o",
  async ({ mostHeld }) => {
    const seen: { all: BuildProgress; each: ReadonlyMap<string, BuildProgress> }[] = [];
    const onProgress = (all: BuildProgress, each: ReadonlyMap<string, BuildProgress>) =>
      void seen.push({ all, each: new Map(each) });
    expect(await rebuildTogether(models, { ...parts, mostHeld, batchSize: 2, onProgress }, never)).toEqual([]);
    const phases = seen.map(({ all }) => phaseOf(all).phase);
    expect(phases).toEqual(phases.toSorted());
    const writing = seen.filter(({ all }) => all.writing);
    expect(figuresOf(seen[0]?.all as BuildProgress)).toEqual({ phase: "applying", done: 0, total: people });
    const total = figuresOf(writing[0]?.all as BuildProgress).total;
    expect(total).toBeGreaterThanOrEqual(models.length * people);
    expect(writing.map(({ all }) => phaseOf(all).total)).toEqual(writing.map(() => total));
    expect(writing.map(({ all }) => phaseOf(all).done)).toEqual(
      writing.map(({ all }) => phaseOf(all).done).toSorted((a, b) => a - b),
    );
    expect(phaseOf(writing[0]?.all as BuildProgress).done).toBe(0);
    expect(phaseOf(writing.at(-1)?.all as BuildProgress).done).toBe(total);
  },
);
