import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { Projection } from "./projection.ts";

/** What an account's owner sees of the recovery codes. */
export interface RecoveryCodesDocument {
  userId: string;
  /** How many still work. */
  left: number;
  /** Milliseconds since the epoch. */
  issuedAt: number;
}

type Taken = Extract<
  SecondFactorEvent,
  { type: "RecoveryCodesIssued" | "RecoveryCodesEnded" | "RecoveryCodeUsed" | "TwoFactorDisabled" }
>;

/** Keyed by user id. */
export const recoveryCodes: Projection<RecoveryCodesDocument, Taken> = {
  name: "recoveryCodes@1",
  group: "other",
  takes: ["RecoveryCodesIssued", "RecoveryCodesEnded", "RecoveryCodeUsed", "TwoFactorDisabled"],
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.userId],
  evolve(document, event) {
    switch (event.type) {
      case "RecoveryCodesIssued": {
        const { userId, digests } = event.data;
        return { userId, left: digests.length, issuedAt: event.recordedAt.getTime() };
      }
      case "RecoveryCodesEnded":
        return null;
      case "RecoveryCodeUsed":
        return document && { ...document, left: document.left - 1 };
      case "TwoFactorDisabled":
        return event.data.recoveryCodesKept ? document : null;
    }
  },
};
