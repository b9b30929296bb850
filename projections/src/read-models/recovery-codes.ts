import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** What an account's owner sees of the recovery codes. */
export interface RecoveryCodesDocument {
  userId: string;
  /** How many still work. */
  left: number;
  /** Milliseconds since the epoch. */
  issuedAt: number;
}

/** Keyed by user id. */
export const recoveryCodes: Projection<RecoveryCodesDocument> = defineProjection({
  name: "recoveryCodes@1",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.userId],
  begin: {
    RecoveryCodesIssued: ({ data: { userId, digests }, recordedAt }) => ({
      userId,
      left: digests.length,
      issuedAt: recordedAt.getTime(),
    }),
  },
  evolve: {
    RecoveryCodeUsed: (document) => ({ ...document, left: document.left - 1 }),
    RecoveryCodesEnded: () => null,
    TwoFactorDisabled: (document, { data }) => (data.recoveryCodesKept ? document : null),
  },
});
