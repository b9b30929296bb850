import { passwordChange } from "@attestory/command-api/account-settings/schema.ts";
import { passwordReset } from "@attestory/command-api/recovery/schema.ts";
import { mismatch } from "./password-texts.ts";

export const passwordForm = passwordChange.refine((values) => values.newPassword === values.confirmPassword, {
  path: ["confirmPassword"],
  error: mismatch,
});

export const newPasswordForm = passwordReset
  .omit({ token: true })
  .refine((values) => values.newPassword === values.confirmPassword, { path: ["confirmPassword"], error: mismatch });
