import type { UserEvent } from "@attestory/events/account-events.ts";
import type { AdminEvent } from "@attestory/events/admin-events.ts";
import type { ApiKeyEvent } from "@attestory/events/api-key-events.ts";
import { type ApplicationEvent, applicationChanged } from "@attestory/events/application-events.ts";
import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { AuditEvent } from "@attestory/events/audit-events.ts";
import type { ConsentEvent } from "@attestory/events/consent-events.ts";
import type { DeviceRequestEvent } from "@attestory/events/device-events.ts";
import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";

/** Events of the streams of one person and of what they own, the use of the link for the first admin, and answers to devices. */
export type PersonEvent =
  | UserEvent
  | SessionEvent
  | AttemptEvent
  | SecondFactorEvent
  | HardwareKeyEvent
  | ApplicationEvent
  | ConsentEvent
  | ApiKeyEvent
  | Extract<AuditEvent, { type: "PersonalDataDownloaded" }>
  | Extract<DeviceRequestEvent, { type: "DeviceAuthorizationAnswered" }>
  | Extract<AdminEvent, { type: "AdminLinkUsed" }>;
type DataOf<Type extends PersonEvent["type"]> = Extract<PersonEvent, { type: Type }>["data"];

/** What an entry is about. A timeline can be filtered by it. */
export type ActivityKind =
  | "sign-in"
  | "attempt"
  | "password"
  | "second-factor"
  | "hardware-key"
  | "address"
  | "application"
  | "account";

/** What a later entry is compared with, to say what changed. */
const settings = applicationChanged.schema.keyof().options;

interface Shown<Type extends PersonEvent["type"]> {
  readonly kind: ActivityKind;
  readonly facts?: readonly (keyof DataOf<Type> & string)[];
}

/**
 * Every event of a person: what its entry is about, and the fields that it shows besides the personal ones. Null: the event has no
 * entry. A new event does not compile without a line here.
 */
export const entries = {
  UserRegistered: { kind: "account" },
  DecoyRegistered: null,
  InvitationAccepted: null,
  RegistrationAborted: null,
  RegistrationLapsed: null,
  VerificationRequested: null,
  RegistrantRecognized: null,
  EmailVerified: { kind: "address" },
  ProfileChanged: { kind: "account" },
  PasswordChanged: { kind: "password" },
  PasswordRemoved: { kind: "password" },
  PasswordRehashed: null,
  OtherSessionsEnded: { kind: "sign-in" },
  UserActivated: { kind: "account" },
  UserDeactivated: { kind: "account" },
  ErasureRequested: { kind: "account" },
  ErasureCancelled: { kind: "account" },
  ErasureStarted: null,
  PersonErased: null,
  RolesChanged: { kind: "account", facts: ["isAdmin", "isDeveloper", "isPro"] },
  PasswordResetRequested: { kind: "password", facts: ["reason"] },
  PasswordReset: { kind: "password" },
  EmailChangeRequested: { kind: "address" },
  EmailChangeAnnounced: null,
  EmailChangeCancelled: { kind: "address" },
  EmailChanged: { kind: "address" },
  EmailChangeUndone: { kind: "address" },
  EmailChangeSettled: null,
  UsernameChanged: { kind: "account" },
  IdentifierChangeFenced: null,
  AccountSecured: { kind: "account", facts: ["ended"] },
  SessionStarted: { kind: "sign-in", facts: ["method", "secondFactor"] },
  SessionSeen: null,
  SessionReauthenticated: { kind: "sign-in", facts: ["method"] },
  SessionEnded: { kind: "sign-in", facts: ["reason"] },
  WrongPasswordGiven: { kind: "attempt", facts: ["door", "knownDevice"] },
  AttemptsDelayed: null,
  AttemptsLocked: { kind: "attempt", facts: ["seconds"] },
  UnlockOffered: { kind: "attempt" },
  AttemptsLifted: { kind: "attempt", facts: ["reason"] },
  RescueLinkMade: { kind: "password" },
  RescueLinkUsed: { kind: "password", facts: ["purpose"] },
  RescueFinished: null,
  AdminLinkUsed: { kind: "account" },
  TotpSetUpStarted: null,
  TwoFactorEnabled: { kind: "second-factor" },
  TwoFactorDisabled: { kind: "second-factor", facts: ["reason"] },
  TotpStepAccepted: null,
  WrongCodeGiven: { kind: "attempt", facts: ["purpose"] },
  CodesLocked: { kind: "attempt" },
  CodesUnlocked: { kind: "attempt" },
  RecoveryCodesIssued: { kind: "second-factor" },
  RecoveryCodesEnded: { kind: "second-factor" },
  RecoveryCodeUsed: { kind: "second-factor", facts: ["purpose"] },
  DeviceTrusted: { kind: "second-factor" },
  DeviceTrustEnded: { kind: "second-factor" },
  HardwareKeyAdded: { kind: "hardware-key" },
  HardwareKeyRenamed: { kind: "hardware-key" },
  HardwareKeyRemoved: { kind: "hardware-key", facts: ["reason"] },
  HardwareKeyUsed: null,
  HardwareKeySignCountWentBack: { kind: "attempt" },
  HardwareKeyForgone: null,
  KeysRequired: null,
  KeysOptional: null,
  ApplicationRegistered: { kind: "application", facts: settings },
  ApplicationChanged: { kind: "application", facts: settings },
  ApplicationDocumentFetched: null,
  ApplicationDocumentRefused: null,
  ClientSecretRotated: { kind: "application", facts: ["name"] },
  ApplicationSuspended: { kind: "application", facts: ["name"] },
  ApplicationActivated: { kind: "application", facts: ["name"] },
  ApplicationTrustChanged: { kind: "application", facts: ["name", "trusted"] },
  ApplicationHandedOver: { kind: "application", facts: ["name", "ownerId"] },
  RegistrationAccessEnded: { kind: "application", facts: ["name"] },
  ApplicationHandOverAnnounced: null,
  TrustedApplicationChangeAnnounced: null,
  ApplicationDeleted: { kind: "application", facts: ["name"] },
  ConsentGranted: { kind: "application", facts: ["applicationName", "isNew"] },
  ConsentRevoked: { kind: "application", facts: ["applicationName"] },
  ConsentUsed: null,
  DeviceAuthorizationAnswered: { kind: "application", facts: ["applicationName", "outcome"] },
  ApiKeyCreated: { kind: "application", facts: ["keyId"] },
  ApiKeyRevoked: { kind: "application", facts: ["keyId"] },
  ApiKeyUsed: null,
  PersonalDataDownloaded: { kind: "account", facts: ["format"] },
} as const satisfies { readonly [Type in PersonEvent["type"]]: Shown<Type> | null };

/** The events that have an entry. */
export type ShownEvent = {
  [Type in PersonEvent["type"]]: (typeof entries)[Type] extends null ? never : Type;
}[PersonEvent["type"]];

export const isShownEvent = (type: PersonEvent["type"]): type is ShownEvent => entries[type] !== null;

/** What the entry of an event is about, and the fields that it shows. */
export const entryOf = (type: ShownEvent): { kind: ActivityKind; facts: readonly string[] } => {
  const { kind, facts = [] }: { kind: ActivityKind; facts?: readonly string[] } = entries[type];
  return { kind, facts };
};
