import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { SecondFactors } from "./second-factors-state.ts";

export interface RecoveryDigests {
  setId: string;
  digests: readonly string[];
}

export function issuedIfNone(
  { recovery }: Pick<SecondFactors, "recovery">,
  userId: string,
  { setId, digests }: RecoveryDigests,
): SecondFactorEvent[] {
  if (recovery && recovery.digests.length > 0) return [];
  return [{ type: "RecoveryCodesIssued", data: { userId, setId, digests: [...digests] } }];
}
