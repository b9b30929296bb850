import { adminRevocations } from "./admin-revocations.ts";
import { grantRevocations } from "./grant-revocations.ts";
import { linkRevocations } from "./link-revocations.ts";
import type { Revocation } from "./revocation.ts";
import { sessionRevocations } from "./session-revocations.ts";

/** A call for each way in which something ends that queries and applications accept: a session, a token, a consent, an API key or a role. */
export const revocations: readonly Revocation[] = [
  ...linkRevocations,
  ...sessionRevocations,
  ...adminRevocations,
  ...grantRevocations,
];

/**
 * The writes that end nothing of the kind. Some end what only the command side checks, which reads the log: a second factor, a trusted
 * device, a link, an invitation, a code. Only a person can decide this about a new call.
 */
export const endingNothing: readonly string[] = [
  "DELETE /api/admin/invitations/{id}",
  "DELETE /api/user/email-change",
  "DELETE /api/user/hardware-keys/{keyId}",
  "DELETE /api/user/trusted-devices/{id}",
  "GET /api/auth/2fa/setup",
  "GET /api/oauth/authorize",
  // These two go over to another log, in which no session is open: IM-02 tests them.
  "POST /api/admin/generations/{generation}/activate",
  "POST /api/admin/import",
  "POST /api/admin/invitations",
  "POST /api/admin/mail/test",
  "POST /api/admin/users",
  "POST /api/admin/users/{id}/lift-limits",
  "POST /api/admin/users/{id}/resend-verification",
  "POST /api/auth/2fa/disable",
  "POST /api/auth/2fa/recovery-codes",
  "POST /api/auth/2fa/verify",
  "POST /api/auth/check",
  "POST /api/auth/confirm-email",
  "POST /api/auth/forgot-password",
  // It may replace a registration that was never verified: nobody is told that this one has ended.
  "POST /api/auth/register",
  "POST /api/auth/resend-verification",
  "POST /api/auth/step-up/begin",
  "POST /api/auth/step-up/email",
  "POST /api/auth/unlock",
  "POST /api/auth/webauthn/login-begin",
  "POST /api/auth/webauthn/register-complete",
  "POST /api/developer/api-keys",
  "POST /api/developer/applications",
  "POST /api/oauth/authorize",
  "POST /api/user/enable-developer",
  "POST /api/user/session",
  "POST /api/users",
  "PUT /api/admin/sign-up-policy",
  "PUT /api/admin/users/{id}",
  "PUT /api/developer/applications/{id}",
  "PUT /api/user/email",
  "PUT /api/user/hardware-keys/{keyId}",
  "PUT /api/user/profile",
  "PUT /api/user/username",
];
