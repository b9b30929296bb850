import type { AttestoryEvent } from "@attestory/events/catalogue.ts";

const types: ReadonlySet<AttestoryEvent["type"]> = new Set<AttestoryEvent["type"]>([
  "ProfileChanged",
  "EmailVerified",
  "EmailChanged",
  "EmailChangeUndone",
  "UsernameChanged",
  "RolesChanged",
  "TwoFactorEnabled",
  "TwoFactorDisabled",
]);

/** Whether an event of this type changes what applications may read of an account. */
export const changesClaims = (type: AttestoryEvent["type"]): boolean => types.has(type);
