import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import type { GivenCode, SecondFactorCommand } from "../second-factors/second-factors-command.ts";
import { given, type Past } from "./given-when-then.ts";

/** One user's second factors, at a time whose codes RFC 6238 lists. */
export const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
export const device = "3c1f5a0e-53f5-4a3c-8f0e-3f7c0a0c9b22";
export const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
/** RFC 6238, appendix B: the code of the step that begins at 1111111080, and of the next one. */
export const t0 = new Date(1_111_111_109_000);
export const step = 37_037_036;
export const code = "081804";
export const nextCode = "050471";
export const wrong = "000000";
export const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
export const set = { setId: id(900), digests: ["a", "b", "c"] };

export const at = (event: SecondFactorEvent, time = t0): Past<SecondFactorEvent> => ({ event, at: time });
/** The session that sets up, in an epoch of the account. */
export const by = { sessionId: id(800), sessionEpoch: 3 };
export const setUp = at({ type: "TotpSetUpStarted", data: { userId, secret, ...by } });
export const enabled = at({ type: "TwoFactorEnabled", data: { userId } });
export const accepted = (ofStep: number, attemptId = id(1), from: string | null = null): SecondFactorEvent => ({
  type: "TotpStepAccepted",
  data: { userId, attemptId, step: ofStep, purpose: "sign-in", device: from },
});
export const wrongGiven = (from: string | null = null): SecondFactorEvent => ({
  type: "WrongCodeGiven",
  data: { userId, device: from, purpose: "sign-in" },
});
export const locked = (from: string | null = null, notify = true): SecondFactorEvent => ({
  type: "CodesLocked",
  data: { userId, device: from, seconds: 900, notify },
});
export const issued = at({ type: "RecoveryCodesIssued", data: { userId, setId: id(900), digests: ["a", "b", "c"] } });
export const used = (digest: string, attemptId = id(1)): SecondFactorEvent => ({
  type: "RecoveryCodeUsed",
  data: { userId, attemptId, digest, purpose: "sign-in" },
});

export const past = (...events: Past<SecondFactorEvent>[]) => given(secondFactors)(...events);
export const withTotp = (...events: Past<SecondFactorEvent>[]) => past(setUp, enabled, ...events);
interface VerifySaid {
  now?: Date;
  machineTime?: Date;
  from?: string | null;
  attempt?: number;
}
export const verify = (
  given: GivenCode | string,
  { now = t0, machineTime = now, from = null, attempt = 1 }: VerifySaid = {},
): SecondFactorCommand => ({
  type: "verify-code",
  userId,
  attemptId: id(attempt),
  code: typeof given === "string" ? { kind: "totp", digits: given } : given,
  purpose: "sign-in",
  device: from,
  now,
  machineTime,
});
export const recovery = (digest: string): GivenCode => ({ kind: "recovery", digest });
