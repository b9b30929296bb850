import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { it } from "vitest";
import { expectSnapshots } from "../testing/expect-snapshots.ts";
import { secondFactors } from "./second-factors.ts";

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

it("restores every state of second factors", () => {
  const history = events.map((event) => ({ event, at }));
  expectSnapshots(secondFactors, userId, history);
});
