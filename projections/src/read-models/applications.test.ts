import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { applications } from "./applications.ts";

const fact = (event: ApplicationEvent, seconds = 0) => recorded(event, { recordedAt: at(seconds) });
const sample = (type: ApplicationEvent["type"]) =>
  sampleEvents().find(({ event }) => event.type === type)?.event as ApplicationEvent;
const registration = sample("ApplicationRegistered") as Extract<ApplicationEvent, { type: "ApplicationRegistered" }>;
const { applicationId, ...data } = registration.data;
const named = { applicationId, name: data.name };
const registered = fact(registration);

it("shows an application by its id, and to its owner", () => {
  const document = folded(applications, [registered]);
  expect(document).toEqual({
    id: applicationId,
    ...data,
    createdAt: at(0).toISOString(),
    formerSecret: null,
    hasRegistrationAccess: false,
    sourceId: null,
    trusted: false,
    isActive: true,
    epoch: 0,
    trustEpoch: 0,
  });
  expect(applications.indexes.owner?.entry(document ?? fail())).toEqual({
    value: data.ownerId,
    order: at(0).toISOString(),
  });
});

const fail = (): never => {
  throw new Error("no document");
};

it("follows its changes", () => {
  const { ownerId: _, kind: __, clientSecret: ___, ...described } = data;
  const changed = { ...described, name: "Ledger", redirectUris: ["https://ledger.example/cb"] };
  given(applications, registered)
    .when(fact({ type: "ApplicationChanged", data: { applicationId, ...changed } }))
    .thenChanged(changed);
  given(applications, registered)
    .when(fact({ type: "ApplicationTrustChanged", data: { ...named, trusted: true } }))
    .thenChanged({ trusted: true });
});

it("knows whether it can change itself, until that ends or it is handed over", () => {
  const byItself = { ...registered, actor: { kind: "client", id: "an initial access token" } } as const;
  expect(folded(applications, [byItself])?.hasRegistrationAccess).toBe(true);
  const handedOver = { ...named, ownerId: applicationId, formerOwnerId: data.ownerId };
  const ends: ApplicationEvent[] = [
    { type: "RegistrationAccessEnded", data: named },
    { type: "ApplicationHandedOver", data: handedOver },
  ];
  for (const end of ends) expect(folded(applications, [byItself, fact(end)])?.hasRegistrationAccess).toBe(false);
});

it("D4 counts how often trust was taken away", () => {
  const trust = (trusted: boolean) => fact({ type: "ApplicationTrustChanged", data: { ...named, trusted } });
  given(applications, registered, trust(true)).when(trust(false)).thenChanged({ trusted: false, trustEpoch: 1 });
  given(applications, registered, trust(true), trust(false)).when(trust(true)).thenChanged({ trusted: true });
});

it("belongs to the new owner once it is handed over", () => {
  const ownerId = crypto.randomUUID();
  given(applications, registered)
    .when(fact({ type: "ApplicationHandedOver", data: { ...named, ownerId, formerOwnerId: data.ownerId } }))
    .thenChanged({ ownerId });
});

it("keeps the digest of the former secret for as long as it works", () => {
  const clientSecret = { encrypted: null, digest: "second" };
  const rotated = (formerUntil: string | null) =>
    fact({ type: "ClientSecretRotated", data: { ...named, clientSecret, formerUntil } });
  const until = at(60).toISOString();
  const digest = data.clientSecret?.digest ?? "";
  given(applications, registered).when(rotated(null)).thenChanged({ clientSecret });
  given(applications, registered).when(rotated(until)).thenChanged({ clientSecret, formerSecret: { digest, until } });
  given(applications, registered, rotated(until)).when(rotated(null)).thenChanged({ formerSecret: null });
});

it("raises the epoch at each suspension, and an activation does not lower it", () => {
  const suspended = fact({ type: "ApplicationSuspended", data: named });
  const activated = fact({ type: "ApplicationActivated", data: named });
  given(applications, registered).when(suspended).thenChanged({ isActive: false, epoch: 1 });
  given(applications, registered).when(suspended, activated).thenChanged({ epoch: 1 });
});

it("removes a deleted application, and nothing brings it back", () => {
  const deleted = fact({ type: "ApplicationDeleted", data: named });
  const activated = fact({ type: "ApplicationActivated", data: named });
  given(applications, registered).when(deleted).thenNoDocument();
  given(applications, registered).when(deleted, activated).thenNoDocument();
});
