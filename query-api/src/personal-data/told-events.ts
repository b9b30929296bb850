import type { AttestoryEvent, Recorded } from "@attestory/events/catalogue.ts";
import type { ShownEvent } from "@attestory/projections/read-models/activity-entries.ts";
import type { UntoldEvent } from "./untold-events.ts";

/** An event that the activity page shows, in its words. `fields`: those that the person gets beside them. */
interface Shown<Type extends AttestoryEvent["type"]> {
  readonly fields: readonly (keyof Recorded<Type>["data"] & string)[];
}

/** One that the activity page does not show. */
interface Worded<Type extends AttestoryEvent["type"]> extends Shown<Type> {
  readonly sentence: string;
}

/** What a person gets of each type of event but the untold ones. */
type Table = {
  readonly [Type in Exclude<AttestoryEvent["type"], UntoldEvent>]: Type extends ShownEvent ? Shown<Type> : Worded<Type>;
};

/** Without keys, which verify or sign, and without `api`, where others are named. */
const settings = [
  "applicationId",
  "name",
  "description",
  "logoUrl",
  "homepageUrl",
  "redirectUris",
  "requirePkce",
  "idTokenAlgorithm",
  "allowFrameSignIn",
  "profileInIdToken",
  "postLogoutRedirectUris",
  "backchannelLogoutUri",
  "allowDeviceFlow",
  "usesPrivateKeyJwt",
  "requirePushedRequests",
  "allowUnsignedRequests",
  "requireDpop",
] as const;
const named = ["applicationId", "name"] as const;
const aboutCode = ["purpose"] as const;

/**
 * What a person gets of each event that tells of them: a list of what is allowed, so that no secret, digest or code comes along, and nothing
 * about anyone else. A new event does not compile without a line here, or in `untold-events.ts`.
 */
export const toldEvents = {
  // The account.
  UserRegistered: { fields: ["userId", "email", "username", "firstName", "lastName"] },
  DecoyRegistered: { sentence: "Someone tried to register with your address", fields: ["email"] },
  InvitationAccepted: { sentence: "You joined with an invitation", fields: ["invitationId"] },
  RegistrationLapsed: { sentence: "The registration ended unconfirmed", fields: ["reason"] },
  VerificationRequested: { sentence: "An email with a link to verify your address was requested", fields: [] },
  RegistrantRecognized: { sentence: "The link that verifies your address was opened where you registered", fields: [] },
  EmailVerified: { fields: ["sameBrowser"] },
  ProfileChanged: { fields: ["firstName", "lastName"] },
  PasswordChanged: { fields: ["keptSession"] },
  PasswordRemoved: { fields: ["keptSession"] },
  PasswordRehashed: { sentence: "Your password was stored in a stronger way", fields: [] },
  OtherSessionsEnded: { fields: ["keptSession"] },
  UserActivated: { fields: [] },
  UserDeactivated: { fields: [] },
  ErasureRequested: { fields: ["erasesAt"] },
  ErasureCancelled: { fields: ["requestId"] },
  RolesChanged: { fields: ["isAdmin", "isDeveloper", "isPro"] },
  PasswordResetRequested: { fields: ["reason"] },
  PasswordReset: { fields: [] },
  EmailChangeRequested: { fields: ["email"] },
  EmailChangeAnnounced: { sentence: "An email reported the requested change to you", fields: ["email"] },
  EmailChangeCancelled: { fields: [] },
  EmailChanged: { fields: ["email", "formerEmail"] },
  EmailChangeUndone: { fields: ["email"] },
  EmailChangeSettled: { sentence: "Your former email address became free", fields: [] },
  UsernameChanged: { fields: ["username"] },
  AccountSecured: { fields: ["ended", "keptSession"] },
  RescueLinkMade: { fields: [] },
  RescueLinkUsed: { fields: ["purpose"] },
  RescueFinished: { sentence: "The operator's link removed your second factors", fields: [] },
  AdminLinkUsed: { fields: [] },
  // Sessions and attempts.
  SessionStarted: { fields: ["sessionId", "method", "secondFactor", "pending", "newDevice", "rememberMe"] },
  SessionSeen: { sentence: "A session was used", fields: ["sessionId"] },
  SessionReauthenticated: { fields: ["sessionId", "method"] },
  SessionEnded: { fields: ["sessionId", "reason"] },
  WrongPasswordGiven: { fields: ["door", "knownDevice"] },
  AttemptsDelayed: { sentence: "After wrong passwords, the next attempt had to wait", fields: ["seconds"] },
  AttemptsLocked: { fields: ["seconds"] },
  UnlockOffered: { fields: [] },
  AttemptsLifted: { fields: ["reason"] },
  EmailCodeRequested: { sentence: "An email with a code was requested", fields: aboutCode },
  EmailCodeUsed: { sentence: "A code from an email was used", fields: aboutCode },
  WrongEmailCodeGiven: { sentence: "A wrong code from an email was refused", fields: aboutCode },
  // Second factors and hardware keys.
  TotpSetUpStarted: { sentence: "The set-up of an authenticator app began", fields: ["sessionId"] },
  TwoFactorEnabled: { fields: [] },
  TwoFactorDisabled: { fields: ["reason", "recoveryCodesKept"] },
  TotpStepAccepted: { sentence: "A code of the authenticator app was accepted", fields: aboutCode },
  WrongCodeGiven: { fields: aboutCode },
  CodesLocked: { fields: ["seconds"] },
  CodesUnlocked: { fields: [] },
  RecoveryCodesIssued: { fields: [] },
  RecoveryCodesEnded: { fields: [] },
  RecoveryCodeUsed: { fields: aboutCode },
  DeviceTrusted: { fields: ["trustId", "seconds"] },
  DeviceTrustEnded: { fields: ["trustId"] },
  HardwareKeyAdded: {
    fields: ["keyId", "name", "transports", "aaguid", "deviceType", "backedUp", "discoverable", "userVerified"],
  },
  HardwareKeyRenamed: { fields: ["keyId", "name"] },
  HardwareKeyRemoved: { fields: ["keyId", "reason"] },
  HardwareKeyUsed: { sentence: "A hardware key was used", fields: ["keyId", "purpose"] },
  HardwareKeySignCountWentBack: { fields: ["keyId"] },
  // Applications of the person.
  ApplicationRegistered: { fields: [...settings, "kind", "documentUrl"] },
  ApplicationChanged: { fields: settings },
  ApplicationDocumentFetched: { sentence: "The metadata document of an application was read", fields: named },
  ApplicationDocumentRefused: { sentence: "The metadata document of an application was refused", fields: named },
  ClientSecretRotated: { fields: [...named, "formerUntil"] },
  ApplicationSuspended: { fields: named },
  ApplicationActivated: { fields: named },
  ApplicationTrustChanged: { fields: [...named, "trusted"] },
  ApplicationHandedOver: { fields: named },
  RegistrationAccessEnded: { fields: named },
  ApplicationHandOverAnnounced: {
    sentence: "An email reported an application that was handed over to you",
    fields: named,
  },
  ApplicationDeleted: { fields: named },
  ApiKeyCreated: { fields: ["keyId", "name", "scopes", "expiresAt"] },
  ApiKeyRevoked: { fields: ["keyId"] },
  ApiKeyUsed: { sentence: "An API key was used", fields: ["keyId"] },
  InvitedAccountCounted: { sentence: "An API key of yours created an account", fields: [] },
  InvitedAccountLapsed: { sentence: "An account that your API key created ended unconfirmed", fields: [] },
  InitialAccessTokenMade: {
    sentence: "You made a token with which applications register themselves",
    fields: ["label", "expiresAt", "uses"],
  },
  InitialAccessTokenUsed: {
    sentence: "An application registered itself with a token of yours",
    fields: ["applicationId"],
  },
  InitialAccessTokenRevoked: { sentence: "A token with which applications register themselves ended", fields: [] },
  // Applications that the person uses. What an application sent in `state` and `nonce` is its own.
  AuthorizationRequested: {
    sentence: "An application asked you to sign in or to allow something",
    fields: ["authorizationId", "applicationId", "sessionId", "redirectUri", "scopes"],
  },
  AuthorizationAnswered: {
    sentence: "You answered an application",
    fields: ["authorizationId", "sessionId", "outcome"],
  },
  AuthorizationCodeIssued: {
    sentence: "You signed in to an application",
    fields: [
      "authorizationId",
      "applicationId",
      "sessionId",
      "redirectUri",
      "scopes",
      "claims",
      "basis",
      "authenticatedAt",
    ],
  },
  AuthorizationCodeRedeemed: {
    sentence: "An application got its tokens",
    fields: ["authorizationId", "applicationId", "offline"],
  },
  RefreshTokenRotated: { sentence: "An application renewed its tokens", fields: ["authorizationId"] },
  AccessTokenRevoked: { sentence: "An access token of an application ended", fields: ["authorizationId"] },
  AuthorizationEnded: { sentence: "The tokens of an application ended", fields: ["authorizationId", "reason"] },
  DeviceAuthorizationAnswered: { fields: ["authorizationId", "applicationId", "applicationName", "outcome"] },
  ConsentGranted: { fields: ["applicationId", "applicationName", "scopes", "apis", "isNew"] },
  ConsentRevoked: { fields: ["applicationId", "applicationName", "reason"] },
  ConsentUsed: { sentence: "An application used its access", fields: ["applicationId"] },
  ApplicationSignedIn: {
    sentence: "An application asked to be told of your sign-out",
    fields: ["applicationId", "sessionId"],
  },
  LogoutRequested: {
    sentence: "An application was to be told of your sign-out",
    fields: ["applicationId", "sessionId"],
  },
  // What the person was shown.
  ClientSecretsRevealed: { sentence: "Client secrets of your applications were shown", fields: ["applicationIds"] },
  ExportTaken: { sentence: "You took a backup of the service", fields: [] },
  PersonalDataDownloaded: { fields: ["format"] },
  // Whom an invitation is for, and who used it, is not told.
  InvitationMade: {
    sentence: "You made an invitation",
    fields: ["invitationId", "expiresAt", "uses", "isAdmin", "isDeveloper", "isPro", "isAddressed"],
  },
  InvitationUsed: { sentence: "An invitation of yours was used", fields: ["invitationId"] },
  InvitationRevoked: { sentence: "An invitation of yours was withdrawn", fields: ["invitationId"] },
  MailTestRequested: { sentence: "You asked for an email that checks the mail settings", fields: [] },
  MailTestFinished: { sentence: "The check of the mail settings ended", fields: [] },
} as const satisfies Table;
