import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { expect, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { secondFactors } from "./second-factors.ts";
import { secondFactorsSnapshot } from "./second-factors-snapshot.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const device = "3c1f5a0e-53f5-4a3c-8f0e-3f7c0a0c9b22";
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const at = new Date("2026-03-02T10:00:00.000Z");
const purpose = "sign-in";
const trusted = { userId, tokenHash: "hash", sessionEpoch: 2, seconds: 60 };

/** Every event that can happen to second factors. */
const events: SecondFactorEvent[] = [
  { type: "TotpSetUpStarted", data: { userId, secret: "GEZDGNBVGY3TQOJQ", sessionId: id(6), sessionEpoch: 2 } },
  { type: "TwoFactorEnabled", data: { userId } },
  { type: "TotpStepAccepted", data: { userId, attemptId: id(1), step: 100, purpose, device: null } },
  { type: "RecoveryCodesIssued", data: { userId, setId: id(2), digests: ["a", "b"] } },
  { type: "WrongCodeGiven", data: { userId, device: null, purpose } },
  { type: "WrongCodeGiven", data: { userId, device, purpose } },
  { type: "CodesLocked", data: { userId, device, seconds: 900, notify: true } },
  { type: "CodesUnlocked", data: { userId } },
  { type: "WrongCodeGiven", data: { userId, device: null, purpose } },
  { type: "WrongCodeGiven", data: { userId, device, purpose } },
  { type: "CodesLocked", data: { userId, device, seconds: 900, notify: true } },
  { type: "RecoveryCodeUsed", data: { userId, attemptId: id(3), digest: "a", purpose } },
  { type: "DeviceTrusted", data: { ...trusted, trustId: id(4) } },
  { type: "DeviceTrusted", data: { ...trusted, trustId: id(5) } },
  { type: "DeviceTrustEnded", data: { userId, trustId: id(4) } },
];
const history = events.map((event): Past<SecondFactorEvent> => ({ event, at }));
const after = (count: number) => given(secondFactors)(...history.slice(0, count)).state;

it("restores the state that it was taken from, after every event", () => {
  for (let count = 1; count <= history.length; count++) {
    const snapshot = secondFactorsSnapshot.encode(after(count));
    expect(snapshot?.person).toBe(userId);
    expect(secondFactorsSnapshot.decode(JSON.parse(JSON.stringify(snapshot?.state)))).toEqual(after(count));
  }
  expect(secondFactorsSnapshot.encode(after(0))).toBeNull();
});

it("pins the name of the fold to the state it yields, so that old snapshots are ignored after a change", () => {
  // Raise the number when you change the state or this test's history.
  const time = at.toISOString();
  expect([secondFactorsSnapshot.name, secondFactorsSnapshot.encode(after(history.length))?.state]).toEqual([
    "second-factors@5",
    {
      userId,
      setUp: null,
      totp: { secret: "GEZDGNBVGY3TQOJQ", usedSteps: [100], enabledAt: time },
      wrongCodes: [
        { device: null, count: 1, at: time, lockedUntil: null },
        { device, count: 1, at: time, lockedUntil: "2026-03-02T10:15:00.000Z" },
      ],
      notifiedAt: time,
      acceptedAttempts: [id(1), id(3)],
      recovery: { setId: id(2), digests: ["b"], issuedAt: time },
      trusted: [{ id: id(5), tokenHash: "hash", sessionEpoch: 2, endsAt: "2026-03-02T10:01:00.000Z" }],
    },
  ]);
});
