import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { ShownEvent } from "@attestory/projections/read-models/activity-entries.ts";
import { type Describer, disownable, plain, withName } from "./description.ts";

const why: Record<string, string> = {
  disowned: "You said that adding it was not you",
  rescued: "By a link from the operator",
  secured: "As a part of securing the account",
};

type FactorEvent = (SecondFactorEvent | HardwareKeyEvent)["type"];

/** Second factors and hardware keys in words. */
export const factorDescriptions: Readonly<Record<Extract<ShownEvent, FactorEvent>, Describer>> = {
  TwoFactorEnabled: disownable("Two-factor authentication was turned on"),
  TwoFactorDisabled: ({ facts }) => ({
    sentence: "Two-factor authentication was turned off",
    detail: why[String(facts.reason)] ?? null,
    canDisown: facts.reason === "owner",
  }),
  WrongCodeGiven: plain("A wrong code was refused"),
  CodesLocked: plain("Many wrong codes were refused", "No code is checked for 15 minutes"),
  CodesUnlocked: plain("The wait after wrong codes ended"),
  RecoveryCodesIssued: disownable("Ten recovery codes were made", "The ones before stopped working"),
  RecoveryCodesEnded: plain("The recovery codes stopped working", "Make new ones with your next second factor"),
  RecoveryCodeUsed: disownable("A recovery code was used", "It does not work again"),
  DeviceTrusted: disownable("A device was trusted", "It is not asked for a code for 30 days"),
  DeviceTrustEnded: plain("The trust in a device ended", "It is asked for a code again"),
  HardwareKeyAdded: (entry) => ({
    sentence: "A hardware key was added",
    detail: withName(entry, "Called"),
    canDisown: true,
  }),
  HardwareKeyRenamed: (entry) => ({
    sentence: "A hardware key was renamed",
    detail: withName(entry, "To"),
    canDisown: false,
  }),
  HardwareKeyRemoved: ({ facts }) => ({
    sentence: "A hardware key was removed",
    detail: why[String(facts.reason)] ?? null,
    canDisown: facts.reason === "owner",
  }),
  HardwareKeySignCountWentBack: plain(
    "A hardware key was refused",
    "It counted backwards, so it may have been copied. Remove it if you can",
  ),
};
