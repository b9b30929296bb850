import type { AttestoryEvent } from "@attestory/events/catalogue.ts";

/** The types of events that tell nothing of a person, or nothing that another event of theirs does not tell. */
const untoldEvents = [
  // Steps of the service around a registration or a change of the address.
  "RegistrationAborted",
  "IdentifierChangeFenced",
  // Which address or username is whose: the account says it.
  "IdentifierClaimed",
  "IdentifierConfirmed",
  "IdentifierReleased",
  "SettlementAbandoned",
  "SettlementResolved",
  // Roles and links of admins: the person's own events say what changed.
  "AdminListed",
  "AdminUnlisted",
  "AdminLinkMade",
  // For an admin, about an application of another user.
  "TrustedApplicationChangeAnnounced",
  // Calls of programs: what they sent, not what a person did.
  "ClientCallFailed",
  "PushedRequestUsed",
  "DeviceAuthorizationRequested",
  "DeviceSlowedDown",
  "ClientTokenRevoked",
  "LogoutTokenSent",
  "LogoutTokenAbandoned",
  // Counts and reservations behind what other events say.
  "SessionCounted",
  "HardwareKeyForgone",
  "KeysRequired",
  "KeysOptional",
  "CredentialReserved",
  "ApplicationCounted",
  "ApplicationUncounted",
  "ResourceReserved",
  "ResourceReleased",
  "ApiKeyCounted",
  "ApiKeyUncounted",
  // From then on, nobody asks.
  "ErasureStarted",
  "PersonErased",
  "ErasureReceiptAddressed",
  "PersonKeyDestroyed",
  // Of the service itself.
  "ClaimsProgressed",
  "LapsesProgressed",
  "EmailChangesProgressed",
  "LogoutsProgressed",
  "SignUpPolicySet",
  "ClientSourceAllowed",
  "ClientSourceRemoved",
  "ClientSourceUsed",
  "SigningKeyCreated",
  "SigningKeyPromoted",
  "SigningKeyWithdrawn",
  "LetterSent",
  "LetterAbandoned",
  "MailProgressed",
  "SnapshotTaken",
  "ErasuresProgressed",
  "GenerationChosen",
  "BackupTaken",
  "BackupProven",
  "BackupFailed",
  "CheckpointSigned",
  "LogVerified",
  "LogRefuted",
] as const satisfies readonly AttestoryEvent["type"][];
export type UntoldEvent = (typeof untoldEvents)[number];
