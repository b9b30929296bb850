/**
 * The words in the paths of the tests that concern a capability, from its rules to its screens: `npm test -- two-factor` runs these. Any other
 * word selects the files whose path contains it.
 */
export const capabilities: Readonly<Record<string, readonly string[]>> = {
  registration: ["registration", "identifiers", "usernames", "invalid-addresses"],
  verification: ["verification"],
  "sign-in": ["sign-in", "password-attempts", "authorization-login", "unlock"],
  passwords: ["passwords", "password-change", "password-reset", "password-hashes", "reset-secrets"],
  "two-factor": ["two-factor", "second-factor", "trusted-devices"],
  "hardware-keys": ["hardware-key", "key-sign-in", "passwordless"],
  sessions: ["/sessions", "session-", "live-sessions", "remember-me"],
  "step-up": ["step-up"],
  "email-change": ["email-change", "email-undo", "disowned", "not-me", "username-change"],
  mail: ["/mail", "emails", "inbox"],
  oauth: [
    "authoriz",
    "/device",
    "/token",
    "signing-key",
    "client-assertion",
    "client-keys",
    "pushed",
    "request-objects",
    "signed-requests",
    "client-registration",
    "refresh-tokens",
    "code-exchange",
    "pkce",
    "consent",
    "connected-apps",
    "sample-apps",
  ],
  portal: ["applications", "developer", "client-secrets", "client-calls", "claims-preview"],
  "api-keys": ["api-key", "provisioning"],
  admin: ["/admin", "analytics", "account-care", "last-admin", "hand-over"],
  joining: ["joining", "invitation"],
};
