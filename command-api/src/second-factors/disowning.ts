import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { CommandOf, Period } from "./second-factors-command.ts";
import type { SecondFactors } from "./second-factors-state.ts";

export const isWithin = (periods: readonly Period[], at: Date): boolean =>
  periods.some(({ from, to }) => at >= from && at <= to);

/**
 * What ends with a hardware key. The browser that it signed in may be lost with it. Recovery codes without a second factor would count
 * again for the next one.
 */
export function forgetKey({ totp, trusted, recovery }: SecondFactors, { userId, isLast }: CommandOf<"forget-key">) {
  const events: SecondFactorEvent[] = [];
  if (trusted.length > 0) events.push({ type: "DeviceTrustEnded", data: { userId, trustId: null } });
  if (isLast && !totp && recovery) events.push({ type: "RecoveryCodesEnded", data: { userId } });
  return events;
}

/** What ends because the owner did not add it. Recovery codes that were made in a period were shown to someone else than the owner. */
export function disown({ totp, recovery }: SecondFactors, { userId, periods, reason, hasKey }: CommandOf<"disown">) {
  const isTotpDisowned = totp !== null && isWithin(periods, totp.enabledAt);
  const hasFactor = hasKey || (totp !== null && !isTotpDisowned);
  const recoveryCodesKept = hasFactor && recovery !== null && !isWithin(periods, recovery.issuedAt);
  const events: SecondFactorEvent[] = [];
  if (isTotpDisowned) events.push({ type: "TwoFactorDisabled", data: { userId, reason, recoveryCodesKept } });
  else if (recovery && !recoveryCodesKept) events.push({ type: "RecoveryCodesEnded", data: { userId } });
  return events;
}
