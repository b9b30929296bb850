import type { UserEvent } from "@attestory/events/account-events.ts";
import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { Projection } from "./projection.ts";

/** How many accounts and applications there are, of one part of all. */
export interface TotalsDocument {
  accounts: number;
  /** The ids of those of the accounts that nobody has verified: each is verified soon, or lapses. */
  unverified: readonly string[];
  twoFactor: number;
  applications: number;
}

type Taken =
  | Extract<UserEvent, { type: "UserRegistered" | "EmailVerified" | "RegistrationLapsed" }>
  | Extract<SecondFactorEvent, { type: "TwoFactorEnabled" | "TwoFactorDisabled" }>
  | Extract<ApplicationEvent, { type: "ApplicationRegistered" | "ApplicationDeleted" }>;

/** The keys of all parts: the first two digits of an id. One document would be written anew at every event of anybody. */
export const totalsKeys: readonly string[] = Array.from({ length: 256 }, (_, part) =>
  part.toString(16).padStart(2, "0"),
);

const none: TotalsDocument = { accounts: 0, unverified: [], twoFactor: 0, applications: 0 };

/** Keyed by the first two digits of the id of the account or application; the sum over `totalsKeys` is the total. Decoys do not count. */
export const totals: Projection<TotalsDocument, Taken> = {
  name: "totals@1",
  group: "other",
  takes: [
    "UserRegistered",
    "EmailVerified",
    "RegistrationLapsed",
    "TwoFactorEnabled",
    "TwoFactorDisabled",
    "ApplicationRegistered",
    "ApplicationDeleted",
  ],
  personal: "sealed",
  indexes: {},
  keys: ({ data }) => [("applicationId" in data ? data.applicationId : data.userId).slice(0, 2)],
  evolve(document, event) {
    const before = document ?? none;
    switch (event.type) {
      case "UserRegistered":
        return {
          ...before,
          accounts: before.accounts + 1,
          unverified: [...before.unverified, event.data.userId],
        };
      case "EmailVerified":
        return { ...before, unverified: before.unverified.filter((id) => id !== event.data.userId) };
      case "RegistrationLapsed":
        return lapsed(before, event);
      case "TwoFactorEnabled":
        return { ...before, twoFactor: before.twoFactor + 1 };
      case "TwoFactorDisabled":
        return { ...before, twoFactor: before.twoFactor - 1 };
      case "ApplicationRegistered":
        return { ...before, applications: before.applications + 1 };
      case "ApplicationDeleted":
        return { ...before, applications: before.applications - 1 };
    }
  },
};

/** A decoy lapses too, but was never counted. */
function lapsed(before: TotalsDocument, { data }: RecordedEvent<Extract<Taken, { type: "RegistrationLapsed" }>>) {
  if (!before.unverified.includes(data.userId)) return before;
  const unverified = before.unverified.filter((id) => id !== data.userId);
  return { ...before, accounts: before.accounts - 1, unverified };
}
