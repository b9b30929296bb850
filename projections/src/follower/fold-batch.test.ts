import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import type { Kept } from "../store/read-store.ts";
import { foldBatch } from "./fold-batch.ts";

const [ada, bob] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

/** The positions applied, by user and by session; `UserActivated` removes the document. */
const seen: Projection<{ at: bigint[] }> = {
  name: "seen@1",
  group: "other",
  takes: ["OtherSessionsEnded", "UserActivated"],
  personal: "sealed",
  indexes: {},
  keys(event) {
    if (event.type === "UserActivated") return [event.data.userId];
    if (event.type !== "OtherSessionsEnded" || event.position === 13n) throw new Error("no key");
    return [event.data.userId, event.data.keptSession ?? ""];
  },
  evolve(document, event) {
    if (event.type === "OtherSessionsEnded" && event.data.keptSession === "broken" && document?.at[0] === 1n)
      throw new Error("broken");
    return event.type === "UserActivated" ? null : { at: [...(document?.at ?? []), event.position] };
  },
};
const both = (position: bigint, keptSession: string | null = bob as string) =>
  recorded({ type: "OtherSessionsEnded", data: { userId: ada as string, keptSession } }, { position });
const removed = (position: bigint) =>
  recorded({ type: "UserActivated", data: { userId: ada as string } }, { position });

const fold = (events: RecordedEvent[], kept: Record<string, Kept> = {}) =>
  foldBatch(
    seen,
    { events },
    { load: async (keys) => new Map(Object.entries(kept).filter(([key]) => keys.includes(key))) },
  );

it("applies an event to each of its documents that has not applied it yet", async () => {
  const { documents } = await fold([both(4n), both(5n)], { [bob as string]: { position: 4n, document: { at: [4n] } } });
  expect(documents).toEqual(
    new Map([
      [ada, { position: 5n, document: { at: [4n, 5n] } }],
      [bob, { position: 5n, document: { at: [4n, 5n] } }],
    ]),
  );
});

it("leaves a tombstone for a removed document, and nothing where there was none", async () => {
  expect((await fold([both(4n), removed(5n)])).documents.get(ada as string)).toEqual({ position: 5n, document: null });
  expect((await fold([removed(5n)])).documents.size).toBe(0);
});

it("stops before an event whose keys cannot be computed", async () => {
  const { documents, failed } = await fold([both(12n), both(13n), both(14n)]);
  expect(failed?.event.position).toBe(13n);
  expect(documents.get(ada as string)?.position).toBe(12n);
});

it("RE-22 parks a document that an event cannot be applied to, and applies the event to its other documents", async () => {
  const kept = { broken: { position: 1n, document: { at: [1n] } } };
  const { documents, parked, failed } = await fold([both(4n), both(5n, "broken"), both(6n, "broken")], kept);
  expect(failed).toBeNull();
  expect(documents.get(ada as string)).toEqual({ position: 6n, document: { at: [4n, 5n, 6n] } });
  const why = { position: 5n, event: { id: expect.any(String), type: "OtherSessionsEnded" }, reason: "Error: broken" };
  expect(documents.get("broken")).toEqual({ position: 5n, document: { at: [1n] }, parked: why });
  expect(parked).toEqual(new Map([["broken", why]]));
});

it("RE-22 never changes a parked document", async () => {
  const why = { position: 2n, event: { id: "x", type: "OtherSessionsEnded" }, reason: "Error: broken" };
  const { documents, parked } = await fold([both(4n)], {
    [bob as string]: { position: 2n, document: null, parked: why },
  });
  expect([...documents.keys()]).toEqual([ada]);
  expect(parked.size).toBe(0);
});

it("RE-22 retries before it parks a document", async () => {
  let failures = 2;
  const shaky: Projection = {
    ...seen,
    evolve: () => {
      if (failures-- > 0) throw new Error("out of memory");
      return { at: [] };
    },
  };
  const { documents, parked } = await foldBatch(shaky, { events: [both(4n)] }, { load: async () => new Map() });
  expect([documents.size, parked.size]).toEqual([2, 0]);
});

it("writes no document that an event left as it was", async () => {
  const same: Projection = { ...seen, evolve: (document) => document } as Projection;
  const kept = new Map<string, Kept>([[ada as string, { position: 1n, document: { at: [1n] } }]]);
  const { documents } = await foldBatch(same, { events: [removed(4n)] }, { load: async () => kept });
  expect(documents.size).toBe(0);
});
