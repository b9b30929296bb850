import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { checksumOf } from "@attestory/event-store/log/stored-bytes.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type Position, type StoredEvent, userStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import { openReadStore, openReadStoreWriter } from "../store/open-read-store.ts";
import { BuildSwitched, DocumentParked, type ReadStoreWriter } from "../store/read-store.ts";
import { followToHead } from "../testing/follow-to-head.ts";

interface Tally {
  count: number;
  names: (string | null)[];
}

/** Counts events, so that one applied twice or never is noticed. */
const tally = (name: Projection["name"], evolve = (_event: RecordedEvent) => {}): Projection<Tally> => ({
  ...{ name, takes: ["ProfileChanged"], personal: "opened", indexes: {} },
  keys: (event) => (event.type === "ProfileChanged" ? [event.data.userId] : []),
  evolve(document, event) {
    evolve(event);
    const { count, names } = document ?? { count: 0, names: [] };
    return event.type === "ProfileChanged" ? { count: count + 1, names: [...names, event.data.firstName] } : document;
  },
});
const tallies = tally("tallies@1");

let service: ScratchService;
let store: ReadStoreWriter;
let person: string;
let stores = 0;

beforeAll(async () => {
  service = await openScratchService();
});
afterAll(() => service.close());
beforeEach(async () => {
  person = randomUUID();
  store = await openReadStoreWriter({ dataDir: service.dataDir, generation: ++stores });
});
afterEach(() => store.close());

async function named(...names: string[]): Promise<Position> {
  for (const firstName of names) {
    const event = { type: "ProfileChanged", data: { userId: person, firstName, lastName: null } } as const;
    await service.happened(userStream(person), event, { person });
  }
  return service.log.head();
}
const verified = () =>
  service.happened(userStream(person), { type: "EmailVerified", data: { userId: person } }, { person });
const document = async (of: Projection = tallies) => (await store.load(of, [person])).get(person)?.document;

describe("a follower", () => {
  it("applies every event once, and continues from its checkpoint", async () => {
    await named("Ada", "Grace");
    await followToHead({ ...service, store }, [tallies]);
    await named("Alan");
    await followToHead({ ...service, store }, [tallies]);
    expect(await document()).toEqual({ count: 3, names: ["Ada", "Grace", "Alan"] });
  });

  it("advances its checkpoint over events that it does not handle", async () => {
    const head = await verified();
    await followToHead({ ...service, store }, [tallies]);
    expect(await store.checkpoint("tallies@1")).toBe(head);
    expect(await document()).toBeUndefined();
  });

  it("decrypts personal fields only for projections that need them", async () => {
    const sealed: Projection = { ...tally("sealed@1"), personal: "sealed" };
    await named("Ada");
    await followToHead({ ...service, store }, [sealed, tallies]);
    expect([await document(sealed), await document()]).toMatchObject([{ names: [null] }, { names: ["Ada"] }]);
  });

  it("continues each projection from its own checkpoint", async () => {
    const younger = tally("tallies@2");
    await named("Ada");
    await followToHead({ ...service, store }, [tallies]);
    await named("Grace");
    await followToHead({ ...service, store }, [tallies, younger]);
    const both = { count: 2, names: ["Ada", "Grace"] };
    expect([await document(), await document(younger)]).toEqual([both, both]);
  });

  it("repeats nothing after a crash between writing the documents and the checkpoint", async () => {
    await named("Ada", "Grace");
    const crashing: ReadStoreWriter = {
      ...store,
      async write(changes) {
        await store.write(changes.map((change) => ({ ...change, checkpoint: 0n })));
        throw new Error("killed");
      },
    };
    await expect(
      followToHead({ ...service, store: crashing }, [tallies], {
        reportError: (error) => {
          throw error;
        },
      }),
    ).rejects.toThrow("killed");
    expect(await store.checkpoint("tallies@1")).toBe(0n);
    await named("Alan");
    await followToHead({ ...service, store }, [tallies]);
    expect(await document()).toEqual({ count: 3, names: ["Ada", "Grace", "Alan"] });
  });

  it("causes no harm when it resumes after a pause in which another follower overtook it", async () => {
    await named("Ada", "Grace");
    const { promise: loaded, resolve: hasLoaded } = Promise.withResolvers<void>();
    const { promise: overtaken, resolve: goOn } = Promise.withResolvers<void>();
    const paused: ReadStoreWriter = {
      ...store,
      async write(changes) {
        hasLoaded();
        await overtaken;
        await store.write(changes);
      },
    };
    const comingBack = followToHead({ ...service, store: paused }, [tallies]);
    await loaded;
    await named("Alan");
    await followToHead({ ...service, store }, [tallies]);
    goOn();
    await comingBack;
    await named("Edsger");
    await followToHead({ ...service, store }, [tallies]);
    expect(await document()).toEqual({ count: 4, names: ["Ada", "Grace", "Alan", "Edsger"] });
  });

  it("retries with growing pauses while the store fails", async () => {
    await named("Ada");
    let failures = 4;
    const failing: ReadStoreWriter = {
      ...store,
      write: async (changes) => {
        if (failures-- > 0) throw new Error("disk I/O error");
        return store.write(changes);
      },
    };
    const { reportedErrors, pauses, faults } = await followToHead({ ...service, store: failing }, [tallies]);
    expect([reportedErrors.length, faults]).toEqual([4, []]);
    expect(pauses.map((ms) => Math.ceil(Math.log2(ms / 500)))).toEqual([1, 2, 3, 4]);
    expect(await document()).toMatchObject({ count: 1 });
  });
});

describe("a follower whose build is replaced", () => {
  /** Another build is active at the first write, and its checkpoint cannot be read at first. */
  const switching = (): ReadStoreWriter => {
    let [switches, failures] = [1, 2];
    return {
      ...store,
      async write(changes) {
        if (switches-- > 0) throw new BuildSwitched("another build is read");
        return store.write(changes);
      },
      async checkpoint(name) {
        if (switches < 1 && failures-- > 0) throw new Error("database is locked");
        return store.checkpoint(name);
      },
    };
  };

  it("retries while the checkpoint of the new build cannot be read", async () => {
    await named("Ada");
    const { reportedErrors, faults } = await followToHead({ ...service, store: switching() }, [tallies]);
    expect([reportedErrors.map(String), faults]).toEqual([Array(2).fill("Error: database is locked"), []]);
    expect(await document()).toEqual({ count: 1, names: ["Ada"] });
  });
});

describe("RE-22 an event that cannot be applied", () => {
  const breaking = tally("breaking@1", (event) => {
    const { firstName, userId } = event.type === "ProfileChanged" ? event.data : {};
    if (firstName === "Bobby" && userId === person) throw new RangeError("no such name");
  });

  it("parks its document and reports it; other documents and the checkpoint advance", async () => {
    await named("Ada", "Bobby");
    const other = randomUUID();
    const event = { type: "ProfileChanged", data: { userId: other, firstName: "Grace", lastName: null } } as const;
    const head = await service.happened(userStream(other), event, { person: other });
    const { faults } = await followToHead({ ...service, store }, [breaking]);
    expect(faults).toEqual([]);
    expect(await store.checkpoint("breaking@1")).toBe(head);
    expect((await store.load(breaking, [other])).get(other)?.document).toEqual({ count: 1, names: ["Grace"] });
    const fault = { key: person, position: head - 1n, reason: "RangeError: no such name" };
    expect(await store.parked("breaking@1")).toMatchObject([fault]);
  });

  it("keeps its document parked after a restart and later events, and fails every read of it", async () => {
    await named("Ada", "Bobby");
    await followToHead({ ...service, store }, [breaking]);
    await named("Alan");
    await followToHead({ ...service, store }, [breaking]);
    expect(await store.parked("breaking@1")).toMatchObject([{ key: person }]);
    expect(await document(breaking)).toEqual({ count: 1, names: ["Ada"] });
    const reading = await openReadStore({ dataDir: service.dataDir, generation: stores });
    await expect(reading.get(breaking, person)).rejects.toBeInstanceOf(DocumentParked);
    await expect(reading.getMany(breaking, [person])).rejects.toBeInstanceOf(DocumentParked);
    await reading.close();
  });
});

describe("damaged data", () => {
  let database: DatabaseSync;
  let event: StoredEvent;
  beforeEach(async () => {
    await named("Ada");
    event = (await service.log.read(userStream(person))).events.map(({ stored }) => stored)[0] as StoredEvent;
    database = new DatabaseSync(`${service.dataDir}/events-1.sqlite`, { timeout: 5000 });
  });
  afterEach(() => {
    const mended = "UPDATE events SET sealed = ?, checksum = ? WHERE id = ?";
    database.prepare(mended).run(event.sealed, checksumOf(event), event.id);
    database.close();
  });

  it("of the log stops every projection", async () => {
    database.prepare("UPDATE events SET checksum = zeroblob(32) WHERE id = ?").run(event.id);
    const { faults } = await followToHead({ ...service, store }, [tallies, tally("tallies@2")]);
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
    await named("Grace");
    const { faults } = await followToHead({ ...service, store }, [tallies, blind]);
    expect(faults).toEqual([]);
    expect(await store.parked("tallies@1")).toMatchObject([
      { key: person, reason: expect.stringContaining("DamagedSeal"), event: { id: event.id } },
    ]);
    expect(await document(blind)).toMatchObject({ count: 2 });
  });
});
