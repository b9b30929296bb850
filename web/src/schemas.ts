import "./zod-without-eval.ts";
import { passwordChange } from "@attestory/command-api/account-settings/schema.ts";
import { passwordReset } from "@attestory/command-api/recovery/schema.ts";
import { z } from "zod";
import { mismatch } from "./screens/account/password-texts.ts";

/** Every schema that the app uses. Only `load-schemas.ts` imports this file: zod is a quarter of the app, and no first screen needs it. */

export { emailChange, profile, usernameChange } from "@attestory/command-api/account-settings/schema.ts";
export {
  generationActivated,
  generationList,
  importProgress,
  importReport,
} from "@attestory/command-api/admin/generation-schema.ts";
export { apiKeyCreated, apiKeyCreation } from "@attestory/command-api/api-keys/schema.ts";
export {
  applicationAnswer,
  applicationChange,
  applicationRegistration,
} from "@attestory/command-api/applications/schema.ts";
export { authorizationGranted, authorizationInfo, sessionRequest } from "@attestory/command-api/authorize/schema.ts";
export {
  authenticationOptions,
  hardwareKeyRegistered,
  hardwareKeyRename,
  registrationOptions,
} from "@attestory/command-api/hardware-keys/schema.ts";
export { invitationCreation, invitationMade, signUpPolicySetting } from "@attestory/command-api/joining/schema.ts";
export { devInbox } from "@attestory/command-api/mail/dev-inbox-schema.ts";
export { mailPreviews, mailSettings, mailTest } from "@attestory/command-api/mail/schema.ts";
export { userCreated, userCreation } from "@attestory/command-api/provisioning/schema.ts";
export { forgotPassword } from "@attestory/command-api/recovery/schema.ts";
export {
  check,
  checked,
  emailVerified,
  registration,
  resendVerification,
} from "@attestory/command-api/registration/schema.ts";
export {
  recoveryCodes,
  twoFactorEnabled,
  twoFactorSetUp,
  twoFactorVerification,
} from "@attestory/command-api/second-factors/schema.ts";
export { login, signedIn } from "@attestory/command-api/sign-in/schema.ts";
export { stepUp, stepUpBegun } from "@attestory/command-api/step-up/schema.ts";
export { message, problem } from "@attestory/http/routing/answers.ts";
export { emailAddresses, me, protection } from "@attestory/query-api/account/schema.ts";
export { activityAnswer } from "@attestory/query-api/activity/schema.ts";
export { givenConsents, heldApiKeys, heldApplications } from "@attestory/query-api/admin/access-schema.ts";
export { adminBackups } from "@attestory/query-api/admin/backup-schema.ts";
export {
  adminNotices,
  adminStats,
  adminUserAnswer,
  adminUserEvents,
  adminUserSessions,
  adminUsers,
} from "@attestory/query-api/admin/schema.ts";
export { analytics } from "@attestory/query-api/analytics/schema.ts";
export { apiKeys } from "@attestory/query-api/api-keys/schema.ts";
export { claimsPreview } from "@attestory/query-api/applications/claims-preview-schema.ts";
export { clientCalls } from "@attestory/query-api/applications/client-call-schema.ts";
export { applications, connectedApps, publicApplication } from "@attestory/query-api/applications/schema.ts";
export { hardwareKeys, waysIn } from "@attestory/query-api/hardware-keys/schema.ts";
export { invitations, publicSignUpPolicy, signUpPolicy } from "@attestory/query-api/joining/schema.ts";
export { recoveryCodes as recoveryCodesLeft, trustedDevices } from "@attestory/query-api/second-factors/schema.ts";
export { sessionEnd, sessions } from "@attestory/query-api/sign-in/schema.ts";

export { apiDocument } from "./screens/docs/reference/api-document.ts";

/** Of what the service tells OpenID Connect clients. */
export const provider = z.object({ issuer: z.url() });

export const passwordForm = passwordChange.refine((values) => values.newPassword === values.confirmPassword, {
  path: ["confirmPassword"],
  error: mismatch,
});

export const newPasswordForm = passwordReset
  .omit({ token: true })
  .refine((values) => values.newPassword === values.confirmPassword, { path: ["confirmPassword"], error: mismatch });
