import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { recorded } from "@attestory/events/testing/recorded.ts";
import { expect, it } from "vitest";
import type { Projection } from "../projection.ts";
import type { Kept } from "../store/read-store.ts";
import { foldBatch } from "./fold-batch.ts";

const [ada, bob] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

/** Positions that were folded, by user and by session; a revoked session removes its document. */
const seen: Projection<{ at: bigint[] }> = {
  ...{ name: "seen@1", takes: ["OtherSessionsEnded", "UserActivated"], personal: "sealed", indexes: {} },
  keys(event) {
    if (event.type === "UserActivated") return [event.data.userId];
    if (event.type !== "OtherSessionsEnded" || event.position === 13n) throw new Error("no key");
    return [event.data.userId, event.data.keptSession ?? ""];
  },
  apply(document, event) {
    if (event.type === "OtherSessionsEnded" && event.data.keptSession === "broken" && document)
      throw new Error("broken");
    return event.type === "UserActivated" ? null : { at: [...(document?.at ?? []), event.position] };
  },
};
const both = (position: bigint, keptSession: string | null = bob as string) =>
  recorded({ type: "OtherSessionsEnded", data: { userId: ada as string, keptSession } }, { position });
const removed = (position: bigint) =>
  recorded({ type: "UserActivated", data: { userId: ada as string } }, { position });

const fold = (events: RecordedEvent[], kept: Record<string, Kept> = {}) =>
  foldBatch(seen, events, async (keys) => new Map(Object.entries(kept).filter(([key]) => keys.includes(key))));

it("folds an event into each of its documents that does not hold it yet", async () => {
  const { documents } = await fold([both(4n), both(5n)], { [bob as string]: { position: 4n, document: { at: [4n] } } });
  expect(documents).toEqual(
    new Map([
      [ada, { position: 5n, document: { at: [4n, 5n] } }],
      [bob, { position: 5n, document: { at: [4n, 5n] } }],
    ]),
  );
});

it("leaves a tombstone where a document was, and nothing where none was", async () => {
  expect((await fold([both(4n), removed(5n)])).documents.get(ada as string)).toEqual({ position: 5n, document: null });
  expect((await fold([removed(5n)])).documents.size).toBe(0);
});

it("stops before an event whose keys cannot be told", async () => {
  const { documents, failed } = await fold([both(12n), both(13n), both(14n)]);
  expect(failed?.event.position).toBe(13n);
  expect(documents.get(ada as string)?.position).toBe(12n);
});

it("counts an event for all of its documents or for none", async () => {
  const kept = { broken: { position: 1n, document: { at: [1n] } } };
  const { documents, failed } = await fold([both(4n), both(5n, "broken")], kept);
  expect(failed).toMatchObject({ event: { position: 5n }, error: new Error("broken") });
  expect(documents.get(ada as string)).toEqual({ position: 4n, document: { at: [4n] } });
});
