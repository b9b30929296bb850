import { at, recorded, someSeal } from "@attestory/event-store/testing/recorded.ts";
import type { ApiKeyEvent } from "@attestory/events/api-key-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { apiKeys } from "./api-keys.ts";

const fact = (event: ApiKeyEvent, seconds: number) =>
  recorded(event, { recordedAt: at(seconds), version: seconds + 1 });
const sample = sampleEvents().find(({ event }) => event.type === "ApiKeyCreated")?.event as ApiKeyEvent;
const { keyId, userId } = sample.data;
const created = recorded(sample, { recordedAt: at(0), person: userId, sealed: someSeal });
const used = (seconds: number) => fact({ type: "ApiKeyUsed", data: { keyId, userId } }, seconds);
const revoked = fact({ type: "ApiKeyRevoked", data: { keyId, userId } }, 9);

it("KY-01 holds a digest of a key, and what its owner is shown", () => {
  expect(folded(apiKeys, [created])).toEqual({
    id: keyId,
    userId,
    digest: "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg",
    scopes: ["users:read"],
    apiKeyEpoch: 0,
    expiresAt: null,
    createdAt: at(0).toISOString(),
    lastUsedAt: null,
    revoked: false,
    version: 1,
    seal: { id: created.id, type: "ApiKeyCreated", stream: "user-0", person: userId, sealed: "c2VhbGVk" },
  });
});

it("KY-06 shows the last use, which does not move back", () => {
  given(apiKeys, created)
    .when(used(5))
    .thenChanged({ lastUsedAt: at(5).getTime(), version: 6 });
  given(apiKeys, created, used(7))
    .when(used(5))
    .thenChanged({ lastUsedAt: at(7).getTime(), version: 6 });
});

it("KY-03 knows a revoked key, without its name, and lists it no longer", () => {
  given(apiKeys, created).when(revoked).thenChanged({ revoked: true, seal: null, version: 10 });
  const index = (document: ReturnType<typeof folded<NonNullable<Parameters<typeof apiKeys.evolve>[0]>>>) =>
    document && apiKeys.indexes.user?.entry(document);
  expect(index(folded(apiKeys, [created]))).toEqual({ value: userId, order: at(0).toISOString() });
  expect(index(folded(apiKeys, [created, revoked]))).toBeNull();
});
