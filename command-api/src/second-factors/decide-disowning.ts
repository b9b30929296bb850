import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { SecondFactors } from "./second-factors-state.ts";

export type DisowningCommand =
  /** A hardware key was removed. `isLast`: it was the only one. */
  | { type: "forget-key"; userId: string; isLast: boolean }
  /** `hasKey`: a hardware key is left, which recovery codes belong to as well. */
  | { type: "disown"; userId: string; periods: readonly Period[]; reason: DisowningReason; hasKey: boolean };

/** `admin`: an admin removes what was added in the periods; `secured`: it ends with other parts of the account. */
export type DisowningReason = "disowned" | "admin" | "secured";

/** Both ends are part of it. */
export interface Period {
  from: Date;
  to: Date;
}

export const isWithin = (periods: readonly Period[], at: Date): boolean =>
  periods.some(({ from, to }) => at >= from && at <= to);

/** What ends with a hardware key, or because the owner did not add it. Nothing if it has ended before. */
export const decideDisowning = (state: SecondFactors, command: DisowningCommand): SecondFactorEvent[] =>
  command.type === "forget-key" ? forgetKey(state, command) : disown(state, command);

type CommandOf<Type extends DisowningCommand["type"]> = Extract<DisowningCommand, { type: Type }>;

/** The browser that it signed in may be lost with it. Recovery codes without a second factor would count again for the next one. */
function forgetKey({ totp, trusted, recovery }: SecondFactors, { userId, isLast }: CommandOf<"forget-key">) {
  const events: SecondFactorEvent[] = [];
  if (trusted.length > 0) events.push({ type: "DeviceTrustEnded", data: { userId, trustId: null } });
  if (isLast && !totp && recovery) events.push({ type: "RecoveryCodesEnded", data: { userId } });
  return events;
}

/** Recovery codes that were made in a period were shown to someone else than the owner. */
function disown({ totp, recovery }: SecondFactors, { userId, periods, reason, hasKey }: CommandOf<"disown">) {
  const isTotpDisowned = totp !== null && isWithin(periods, totp.enabledAt);
  const hasFactor = hasKey || (totp !== null && !isTotpDisowned);
  const recoveryCodesKept = hasFactor && recovery !== null && !isWithin(periods, recovery.issuedAt);
  const events: SecondFactorEvent[] = [];
  if (isTotpDisowned) events.push({ type: "TwoFactorDisabled", data: { userId, reason, recoveryCodesKept } });
  else if (recovery && !recoveryCodesKept) events.push({ type: "RecoveryCodesEnded", data: { userId } });
  return events;
}
