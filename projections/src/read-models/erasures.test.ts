import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import type { Envelope } from "@attestory/events/envelope.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { ErasureReason } from "@attestory/events/erasure-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { erasures } from "./erasures.ts";

const userId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";
const adminId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c702";
const someId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c703";
const stream = userStream(userId);
const time = (seconds: number) => at(seconds).toISOString();

const happened = (event: AttestoryEvent, seconds: number, place: Partial<Envelope> = {}) =>
  recorded(event, { stream, recordedAt: at(seconds), ...place });
const requested = happened({ type: "ErasureRequested", data: { userId, erasesAt: time(1000) } }, 0);
const cancelled = happened({ type: "ErasureCancelled", data: { userId, requestId: someId } }, 10);
const started = (reason: ErasureReason, actor?: Envelope["actor"]) =>
  happened(
    { type: "ErasureStarted", data: { userId, requestId: null, receiptId: someId, reason } },
    20,
    actor && { actor },
  );
const times = { requestedAt: null, startedAt: time(20) };
const erased = happened({ type: "PersonErased", data: { userId, receiptId: someId, reason: "own", ...times } }, 21, {
  version: 7,
});
const placeAfter = (...history: Parameters<typeof folded>[1]) => {
  const document = folded(erasures, history);
  return document && erasures.indexes.state?.entry(document);
};

it("lists an account that its owner wants to delete until it is kept or erased", () => {
  given(erasures)
    .when(requested)
    .thenChanged({
      userId,
      requestedAt: time(0),
      dueAt: time(1000),
      startedAt: null,
      reason: null,
      erasedBy: null,
      erasedAt: null,
      receipt: null,
    });
  expect(placeAfter(requested)).toEqual({ value: "requested", order: time(1000) });
  given(erasures, requested).when(cancelled).thenNoDocument();
  given(erasures, requested)
    .when(started("own", { kind: "anyone", id: "visitor" }))
    .thenChanged({ startedAt: time(20), reason: "own" });
  expect(placeAfter(requested, started("own"))).toEqual({ value: "requested", order: time(20) });
});

it("gives an open request that an import writes once more its new time, and keeps when the owner asked", () => {
  const renewed = happened({ type: "ErasureRequested", data: { userId, erasesAt: time(9000) } }, 8000);
  given(erasures, requested)
    .when(renewed)
    .thenChanged({ dueAt: time(9000) });
  given(erasures, requested, cancelled)
    .when(renewed)
    .thenChanged({ ...folded(erasures, [renewed]) });
});

it("LG-02 keeps when and why a person was erased, and where the receipt is in the log", () => {
  given(erasures, requested, started("own"))
    .when(erased)
    .thenChanged({ erasedAt: time(21), receipt: `${stream}@7` });
  expect(placeAfter(requested, started("own"), erased)).toEqual({ value: "erased", order: time(21) });
});

it("names the admin who erased an account, also one that its owner wanted to delete", () => {
  const byAdmin = started("legal", { kind: "user", id: adminId });
  given(erasures, requested)
    .when(byAdmin)
    .thenChanged({ startedAt: time(20), reason: "legal", erasedBy: adminId });
  expect(folded(erasures, [byAdmin, erased])).toMatchObject({ requestedAt: null, dueAt: null, erasedBy: adminId });
  expect(folded(erasures, [started("restored"), erased])).toMatchObject({ reason: "restored", erasedBy: null });
});
