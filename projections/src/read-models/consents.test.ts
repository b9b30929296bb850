import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { ConsentEvent } from "@attestory/events/authorization-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { consents } from "./consents.ts";

const parties = { userId: crypto.randomUUID(), applicationId: crypto.randomUUID() };
const fact = (event: ConsentEvent, seconds = 0) => recorded(event, { recordedAt: at(seconds) });
const granted = (scopes: string[], seconds = 0) =>
  fact({ type: "ConsentGranted", data: { ...parties, scopes, applicationName: "Ledgerline", isNew: true } }, seconds);
const revoked = fact(
  { type: "ConsentRevoked", data: { ...parties, applicationName: "Ledgerline", reason: "owner" } },
  60,
);
const used = fact({ type: "ConsentUsed", data: parties }, 30);
const listedIn = (document: Parameters<typeof consents.evolve>[0]) =>
  Object.values(consents.indexes).map(({ entry }) => document && entry(document));

it("shows what is allowed now, and when it was used", () => {
  given(consents, granted(["openid"]))
    .when(used)
    .thenChanged({ usedAt: at(30).toISOString() });
  given(consents, granted(["openid"]), used)
    .when(granted(["openid", "email"], 90))
    .thenChanged({ scopes: ["openid", "email"], grantedAt: at(90).toISOString() });
});

it("keeps a revoked consent out of every list, and counts the revocations", () => {
  const before = folded(consents, [granted(["openid"]), used]);
  expect(listedIn(before).map((entry) => entry?.value)).toEqual([parties.userId, parties.applicationId]);
  const after = folded(consents, [granted(["openid"]), used, revoked]);
  expect(after).toMatchObject({ isGranted: false, scopes: [], epoch: 1, usedAt: null });
  expect(listedIn(after)).toEqual([null, null]);
  expect(folded(consents, [granted(["openid"]), revoked, granted(["email"], 90)])).toMatchObject({
    isGranted: true,
    scopes: ["email"],
    epoch: 1,
  });
});
