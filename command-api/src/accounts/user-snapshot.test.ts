import type { UserEvent } from "@attestory/events/account-events.ts";
import { expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { user } from "./user.ts";
import { userSnapshot } from "./user-snapshot.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const keptSession = "b3c9d2e1-0a4f-4b5c-9d6e-7f8091a2b3c4";
const id = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const at = new Date("2026-03-02T10:00:00.000Z");
const names = { firstName: "Juniper", lastName: null };
const account = { userId, email: "juniper@example.com", username: "juniper", passwordHash: "hash-1", ...names };
const changed = {
  userId,
  requestId: id,
  email: "june@example.com",
  formerEmail: "juniper@example.com",
  identifier: "email-2",
  formerIdentifier: "email-1",
};

/** Every event that can happen to an account, each once. */
const history: Past<UserEvent>[] = [
  { event: { type: "UserRegistered", data: account }, at, id },
  { event: { type: "VerificationRequested", data: { userId } }, at: new Date(at.getTime() + 1500), id },
  { event: { type: "EmailVerified", data: { userId, sameBrowser: false } } },
  { event: { type: "ProfileChanged", data: { userId, firstName: "June", lastName: "Ash" } } },
  { event: { type: "PasswordChanged", data: { userId, passwordHash: "hash-2", keptSession } } },
  { event: { type: "PasswordRehashed", data: { userId, passwordHash: "hash-3" } } },
  { event: { type: "RolesChanged", data: { userId, isAdmin: true, isDeveloper: false, isPro: true } } },
  { event: { type: "UserDeactivated", data: { userId } } },
  { event: { type: "UserActivated", data: { userId } } },
  { event: { type: "OtherSessionsEnded", data: { userId, keptSession } } },
  { event: { type: "UsernameChanged", data: { userId, username: "june", released: "username-1" } } },
  { event: { type: "EmailChangeRequested", data: { userId, email: "june@example.com", taken: false } }, at, id },
  { event: { type: "EmailChangeAnnounced", data: { userId, email: "juniper@example.com" } } },
  { event: { type: "EmailChanged", data: changed }, at, id },
  { event: { type: "IdentifierChangeFenced", data: { userId } } },
  { event: { type: "AccountSecured", data: { userId, causeId: id } }, at },
  { event: { type: "PasswordResetRequested", data: { userId, reason: "forgotten" } }, at, id },
  { event: { type: "EmailChangeRequested", data: { userId, email: "ash@example.com", taken: true } }, at, id },
  { event: { type: "RescueLinkMade", data: { userId } }, at, id },
  { event: { type: "RescueLinkUsed", data: { userId, linkId: id, purpose: "second-factors" } } },
];
const after = (events: number) => given(user)(...history.slice(0, events)).state;

it("restores the state that it was taken from, after every event", () => {
  for (let events = 1; events <= history.length; events++) {
    const snapshot = userSnapshot.encode(after(events));
    expect(snapshot?.person).toBe(userId);
    expect(userSnapshot.decode(JSON.parse(JSON.stringify(snapshot?.state)))).toEqual(after(events));
  }
});

it("takes no snapshot of an aborted registration, a decoy or an empty stream", () => {
  expect(userSnapshot.encode(after(0))).toBeNull();
  expect(userSnapshot.encode(given(user)({ type: "RegistrationAborted", data: { userId } }).state)).toBeNull();
  const decoy = { userId, ownerId: id, email: "juniper@example.com", username: "juniper", ...names };
  expect(userSnapshot.encode(given(user)({ type: "DecoyRegistered", data: decoy }).state)).toBeNull();
});

it("pins the name of the fold to the state it yields, so that old snapshots are ignored after a change", () => {
  // Raise the number when you change the state or this test's history.
  expect([userSnapshot.name, userSnapshot.encode(after(history.length))?.state]).toEqual([
    "user@9",
    {
      status: "registered",
      registeredAt: "2026-03-02T10:00:00.000Z",
      userId,
      email: "june@example.com",
      username: "june",
      firstName: "June",
      lastName: "Ash",
      createdBy: null,
      passwordHash: null,
      emailVerified: true,
      isVerifiedElsewhere: true,
      verification: { id, requestedAt: "2026-03-02T10:00:01.500Z" },
      awaitsOwner: false,
      invitationId: null,
      isActive: true,
      isAdmin: true,
      isDeveloper: false,
      isPro: true,
      sessionEpoch: 5,
      keptSession: null,
      apiKeyEpoch: 2,
      adminTerm: 2,
      reset: { id, requestedAt: "2026-03-02T10:00:00.000Z" },
      pendingEmail: { id, email: "ash@example.com", taken: true, requestedAt: "2026-03-02T10:00:00.000Z" },
      emailChanges: [
        {
          id,
          requestId: id,
          changedAt: "2026-03-02T10:00:00.000Z",
          formerEmail: "juniper@example.com",
          formerIdentifier: "email-1",
          identifier: "email-2",
        },
      ],
      fences: 1,
      securedAt: ["2026-03-02T10:00:00.000Z"],
      consentsCountFrom: "2026-03-02T10:00:00.000Z",
      accessVersion: 3,
      rescue: { id, madeAt: "2026-03-02T10:00:00.000Z", purpose: "second-factors" },
    },
  ]);
});
