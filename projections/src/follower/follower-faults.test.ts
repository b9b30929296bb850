import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { checksumOf } from "@attestory/event-store/log/stored-bytes.ts";
import { type StoredEvent, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import { openReadStore } from "../store/open-read-store.ts";
import { DocumentParked } from "../store/read-store.ts";
import { openTallyScene, tallies, tally } from "../testing/tally-scene.ts";

const scene = openTallyScene();

describe("RE-22 an event that cannot be applied", () => {
  const breaking = tally("breaking@1", (event) => {
    const { firstName, userId } = event.type === "ProfileChanged" ? event.data : {};
    if (firstName === "Bobby" && userId === scene.person) throw new RangeError("no such name");
  });

  it("parks its document and reports it; other documents and the checkpoint advance", async () => {
    await scene.named("Ada", "Bobby");
    const other = randomUUID();
    const event = { type: "ProfileChanged", data: { userId: other, firstName: "Grace", lastName: null } } as const;
    const head = await scene.service.happened(userStream(other), event, { person: other });
    const { faults } = await scene.follow([breaking]);
    expect(faults).toEqual([]);
    expect(await scene.store.checkpoint("breaking@1")).toBe(head);
    expect((await scene.store.load(breaking, [other])).get(other)?.document).toEqual({ count: 1, names: ["Grace"] });
    const fault = { key: scene.person, position: head - 1n, reason: "RangeError: no such name" };
    expect(await scene.store.parked("breaking@1")).toMatchObject([fault]);
  });

  it("keeps its document parked after a restart and later events, and fails every read of it", async () => {
    await scene.named("Ada", "Bobby");
    await scene.follow([breaking]);
    await scene.named("Alan");
    await scene.follow([breaking]);
    expect(await scene.store.parked("breaking@1")).toMatchObject([{ key: scene.person }]);
    expect(await scene.document(breaking)).toEqual({ count: 1, names: ["Ada"] });
    const reading = await openReadStore(scene.location);
    await expect(reading.get(breaking, scene.person)).rejects.toBeInstanceOf(DocumentParked);
    await expect(reading.getMany(breaking, [scene.person])).rejects.toBeInstanceOf(DocumentParked);
    await reading.close();
  });
});

describe("an event whose keys cannot be computed", () => {
  const keyless: Projection = {
    ...tallies,
    keys(event) {
      const { firstName, userId } = event.type === "ProfileChanged" ? event.data : {};
      if (firstName === "Bobby" && userId === scene.person) throw new RangeError("no such key");
      return tallies.keys(event);
    },
  };

  it("stops its projection before the event, and no other; a release that can compute them continues there", async () => {
    const before = await scene.named("Ada");
    const head = await scene.named("Bobby", "Alan");
    const other = tally("tallies@2");
    const { faults } = await scene.follow([keyless, other]);
    const event = { id: expect.any(String), type: "ProfileChanged" };
    expect(faults).toEqual([{ projection: "tallies@1", position: before, event, reason: "RangeError: no such key" }]);
    expect(await scene.store.checkpoint("tallies@1")).toBe(before);
    expect(await scene.document()).toEqual({ count: 1, names: ["Ada"] });
    expect(await scene.store.checkpoint("tallies@2")).toBe(head);
    await scene.follow([tallies]);
    expect(await scene.document()).toEqual({ count: 3, names: ["Ada", "Bobby", "Alan"] });
  });
});

describe("damaged data", () => {
  let database: DatabaseSync;
  let event: StoredEvent;
  beforeEach(async () => {
    await scene.named("Ada");
    event = (await scene.service.log.read(userStream(scene.person))).events.map(
      ({ stored }) => stored,
    )[0] as StoredEvent;
    database = new DatabaseSync(`${scene.service.dataDir}/events-1.sqlite`, { timeout: 5000 });
  });
  afterEach(() => {
    const mended = "UPDATE events SET sealed = ?, checksum = ? WHERE id = ?";
    database.prepare(mended).run(event.sealed, checksumOf(event), event.id);
    database.close();
  });

  it("of the log stops every projection", async () => {
    database.prepare("UPDATE events SET checksum = zeroblob(32) WHERE id = ?").run(event.id);
    const { faults } = await scene.follow([tallies, tally("tallies@2")]);
    const fault = { position: 0n, event: null, reason: expect.stringContaining("DamagedEvent") };
    expect(faults).toEqual([
      { ...fault, projection: "tallies@1" },
      { ...fault, projection: "tallies@2" },
    ]);
  });

  it("RE-22 in sealed fields parks the document, and is not treated as an erasure", async () => {
    const sealed = Buffer.from(event.sealed ?? []).fill(0, 20);
    const checksum = checksumOf({ ...event, sealed });
    database.prepare("UPDATE events SET sealed = ?, checksum = ? WHERE id = ?").run(sealed, checksum, event.id);
    const blind: Projection = { ...tally("blind@1"), personal: "sealed" };
    await scene.named("Grace");
    const { faults } = await scene.follow([tallies, blind]);
    expect(faults).toEqual([]);
    expect(await scene.store.parked("tallies@1")).toMatchObject([
      { key: scene.person, reason: expect.stringContaining("DamagedSeal"), event: { id: event.id } },
    ]);
    expect(await scene.document(blind)).toMatchObject({ count: 2 });
  });
});
