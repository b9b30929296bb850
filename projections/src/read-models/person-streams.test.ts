import { randomUUID } from "node:crypto";
import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import type { Actor, StreamName } from "@attestory/events/envelope.ts";
import { applicationStream, invitationStream, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { foldedAt } from "../testing/given-when-then.ts";
import { personStreams } from "./person-streams.ts";

const [ada, bob] = [randomUUID(), randomUUID()];
const applicationId = randomUUID();
const application = applicationStream(applicationId);

/** The sample of a type with other fields. */
const sample = (type: AttestoryEvent["type"], fields: object): AttestoryEvent => {
  const found = sampleEvents().find(({ event }) => event.type === type)?.event;
  return { type, data: { ...found?.data, ...fields } } as AttestoryEvent;
};
const happened = (
  type: AttestoryEvent["type"],
  fields: object,
  place: { stream: StreamName; position?: bigint; actor?: Actor },
) => recorded(sample(type, fields), { position: 1n, ...place });

it("lists a stream at its first event about the person", () => {
  const stream = sessionStream(randomUUID());
  const started = happened("SessionStarted", { userId: ada }, { stream, position: 7n });
  const document = foldedAt(personStreams, `${ada} ${stream}`, [started]);
  expect(document).toEqual({ userId: ada, stream, order: "00000000000000000007" });
  expect(document && personStreams.indexes.user?.entry(document)).toEqual({ value: ada, order: document?.order });
});

it("lists an application for each of its owners, from when it was theirs", () => {
  const handOver = (ownerId: string, formerOwnerId: string, position: bigint) =>
    happened("ApplicationHandedOver", { applicationId, ownerId, formerOwnerId }, { stream: application, position });
  const registered = happened("ApplicationRegistered", { ownerId: ada }, { stream: application, position: 3n });
  const history = [registered, handOver(bob, ada, 5n), handOver(ada, bob, 9n)];
  const since = (userId: string) => foldedAt(personStreams, `${userId} ${application}`, history)?.order;
  expect([since(ada), since(bob)]).toEqual(["00000000000000000003", "00000000000000000005"]);
});

it("lists an invitation for who made it, and a registration with an address that is taken for its owner", () => {
  const invitation = invitationStream(randomUUID());
  const made = happened("InvitationMade", {}, { stream: invitation, actor: { kind: "user", id: ada } });
  expect(personStreams.keys(made)).toEqual([`${ada} ${invitation}`]);
  const decoy = userStream(randomUUID());
  expect(personStreams.keys(happened("DecoyRegistered", { ownerId: bob }, { stream: decoy }))).toEqual([
    `${bob} ${decoy}`,
  ]);
});
