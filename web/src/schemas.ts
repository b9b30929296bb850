import "./zod-without-eval.ts";
import { passwordChange } from "@attestory/command-api/api-schema";
import { mismatch } from "./screens/account/password-texts.ts";

/** Every schema that the app uses. Only `load-schemas.ts` imports this file: zod is a quarter of the app, and no first screen needs it. */

export {
  check,
  checked,
  devInbox,
  login,
  message,
  problem,
  profile,
  recoveryCodes,
  registration,
  resendVerification,
  signedIn,
  twoFactorEnabled,
  twoFactorSetUp,
  twoFactorVerification,
} from "@attestory/command-api/api-schema";
export { activityAnswer, me, recoveryCodes as recoveryCodesLeft, sessions } from "@attestory/query-api/api-schema";

export const passwordForm = passwordChange.refine((values) => values.newPassword === values.confirmPassword, {
  path: ["confirmPassword"],
  error: mismatch,
});
