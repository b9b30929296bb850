import { email, otherId, person, type SampleEmail, userId } from "./sample-person.ts";

const token = {
  sessionId: otherId,
  tokenHash: "",
  pending: false,
  method: "password",
  secondFactor: null,
  provenAt: null,
} as const;
const times = { sessionEpoch: 0, generation: 1, idleSeconds: 60, absoluteSeconds: 60 };
const addresses = { formerEmail: email, email: "ash@example.org", identifier: "", formerIdentifier: "" };
const everything = ["password", "sessions", "consents", "apiKeys", "twoFactor", "trustedBrowsers"] as const;
const decoy = { ...person, userId: otherId, ownerId: userId };
const key = { userId, keyId: otherId, challengeId: otherId };
const keyData = { credentialId: "", publicKey: "", name: "", signCount: 1, transports: [], aaguid: otherId };

/** Of an account: how it begins, how one signs in to it, and what is done to it. */
export const accountSamples: readonly SampleEmail[] = [
  {
    id: "verification",
    when: "Someone registers",
    event: { type: "UserRegistered", data: { ...person, passwordHash: null } },
  },
  {
    id: "verification-requested",
    when: "Someone asks for the verification email again",
    event: { type: "VerificationRequested", data: { userId } },
  },
  {
    id: "verification-again",
    when: "In strict mode, someone registers an address that another registration waits to verify",
    event: { type: "DecoyRegistered", data: decoy },
    about: { pending: { userId, eventId: otherId } },
  },
  {
    id: "already-registered",
    when: "In strict mode, someone registers an address that has an account",
    event: { type: "DecoyRegistered", data: decoy },
  },
  {
    id: "account-invitation",
    when: "A program or an admin creates an account",
    event: { type: "PasswordResetRequested", data: { userId, reason: "invited" } },
  },
  {
    id: "join-invitation",
    when: "An admin invites an address",
    event: {
      type: "InvitationMade",
      data: {
        invitationId: otherId,
        expiresAt: "2026-03-09T10:00:00.000Z",
        uses: 1,
        adminTerm: 1,
        isAdmin: false,
        isDeveloper: false,
        isPro: false,
        isAddressed: true,
        email,
      },
    },
  },
  {
    id: "email-code",
    when: "A sign-in in a new browser needs a code",
    event: { type: "EmailCodeRequested", data: { userId, purpose: "sign-in" } },
  },
  {
    id: "confirmation-code",
    when: "A change needs a code",
    event: { type: "EmailCodeRequested", data: { userId, purpose: "step-up" } },
  },
  {
    id: "new-device",
    when: "Someone signs in in a new browser",
    event: {
      type: "SessionStarted",
      data: { userId, ...token, ...times, newDevice: true, rememberMe: false },
    },
  },
  {
    id: "unlock",
    when: "Many wrong passwords are given",
    event: { type: "UnlockOffered", data: { userId } },
  },
  {
    id: "password-reset",
    when: "Someone forgot the password",
    event: { type: "PasswordResetRequested", data: { userId, reason: "forgotten" } },
  },
  {
    id: "password-was-reset",
    when: "A new password is set with the link of an email",
    event: { type: "PasswordReset", data: { userId, passwordHash: null, resetId: otherId } },
  },
  {
    id: "password-changed",
    when: "The password is changed",
    event: { type: "PasswordChanged", data: { userId, passwordHash: null, keptSession: null } },
  },
  {
    id: "password-removed",
    when: "The password is removed in favour of passkeys",
    event: { type: "PasswordRemoved", data: { userId, keptSession: null } },
  },
  {
    id: "confirm-email",
    when: "Another email address is asked for: to the new address",
    event: { type: "EmailChangeRequested", data: { userId, email: "ash@example.org", taken: false } },
  },
  {
    id: "address-taken",
    when: "Another email address is asked for, which has an account",
    event: { type: "EmailChangeRequested", data: { userId, email, taken: true } },
  },
  {
    id: "email-change-announced",
    when: "Another email address is asked for: to the present address",
    event: { type: "EmailChangeAnnounced", data: { userId, email } },
  },
  {
    id: "email-changed",
    when: "The email address was changed: to the former address",
    event: { type: "EmailChanged", data: { userId, requestId: otherId, ...addresses } },
  },
  {
    id: "username-changed",
    when: "The username is changed",
    event: { type: "UsernameChanged", data: { userId, username: "juniper", released: "" } },
  },
  {
    id: "roles-changed",
    when: "An admin changes the roles",
    event: { type: "RolesChanged", data: { userId, isAdmin: false, isDeveloper: true, isPro: true } },
  },
  {
    id: "account-secured",
    when: "The owner or an admin secures the account",
    event: {
      type: "AccountSecured",
      data: { userId, causeId: otherId, ended: [...everything], keptSession: null, sendsLink: true },
    },
  },
  {
    id: "two-factor-enabled",
    when: "Two-factor authentication is enabled",
    event: { type: "TwoFactorEnabled", data: { userId } },
  },
  {
    id: "two-factor-disabled",
    when: "Two-factor authentication is disabled",
    event: { type: "TwoFactorDisabled", data: { userId, reason: "owner", recoveryCodesKept: false } },
  },
  {
    id: "recovery-codes-issued",
    when: "Recovery codes are made",
    event: { type: "RecoveryCodesIssued", data: { userId, setId: otherId, digests: [] } },
  },
  {
    id: "recovery-code-used",
    when: "A recovery code is used",
    event: { type: "RecoveryCodeUsed", data: { userId, attemptId: otherId, digest: "", purpose: "sign-in" } },
  },
  {
    id: "codes-locked",
    when: "Too many wrong two-factor codes are given",
    event: { type: "CodesLocked", data: { userId, device: null, seconds: 900, notify: true } },
  },
  {
    id: "hardware-key-added",
    when: "A hardware key or passkey is added",
    event: {
      type: "HardwareKeyAdded",
      data: { ...key, ...keyData, deviceType: "singleDevice", backedUp: false, discoverable: true, userVerified: true },
    },
  },
  {
    id: "hardware-key-removed",
    when: "A hardware key or passkey is removed",
    event: { type: "HardwareKeyRemoved", data: { userId, keyId: otherId, reason: "owner" } },
  },
  {
    id: "hardware-key-copied",
    when: "A hardware key seems to have been copied",
    event: { type: "HardwareKeySignCountWentBack", data: { ...key, signCount: 1 } },
  },
];
