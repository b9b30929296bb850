import "./zod-without-eval.ts";
import { passwordChange, passwordReset } from "@attestory/command-api/api-schema";
import { z } from "zod";
import { mismatch } from "./screens/account/password-texts.ts";

/** Every schema that the app uses. Only `load-schemas.ts` imports this file: zod is a quarter of the app, and no first screen needs it. */

export {
  apiKeyCreated,
  apiKeyCreation,
  applicationAnswer,
  applicationChange,
  applicationRegistration,
  authenticationOptions,
  authorizationGranted,
  authorizationInfo,
  check,
  checked,
  devInbox,
  emailChange,
  emailVerified,
  forgotPassword,
  generationActivated,
  generationList,
  hardwareKeyRegistered,
  hardwareKeyRename,
  importProgress,
  importReport,
  invitationCreation,
  invitationMade,
  login,
  mailPreviews,
  mailSettings,
  mailTest,
  message,
  problem,
  profile,
  recoveryCodes,
  registration,
  registrationOptions,
  resendVerification,
  sessionRequest,
  signedIn,
  signUpPolicySetting,
  stepUp,
  stepUpBegun,
  twoFactorEnabled,
  twoFactorSetUp,
  twoFactorVerification,
  userCreated,
  userCreation,
  usernameChange,
} from "@attestory/command-api/api-schema";
export {
  activityAnswer,
  adminBackups,
  adminNotices,
  adminStats,
  adminUserAnswer,
  adminUserEvents,
  adminUserSessions,
  adminUsers,
  analytics,
  apiKeys,
  applications,
  claimsPreview,
  clientCalls,
  connectedApps,
  emailAddresses,
  givenConsents,
  hardwareKeys,
  heldApiKeys,
  heldApplications,
  invitations,
  me,
  protection,
  publicApplication,
  publicSignUpPolicy,
  recoveryCodes as recoveryCodesLeft,
  sessionEnd,
  sessions,
  signUpPolicy,
  trustedDevices,
  waysIn,
} from "@attestory/query-api/api-schema";

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
