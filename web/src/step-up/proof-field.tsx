import { CodeField } from "../parts/code-field.tsx";
import { TextField } from "../parts/field.tsx";
import { PasswordField } from "../parts/password-field.tsx";
import { EmailCodeField } from "./email-code-field.tsx";
import type { FormMethod } from "./methods.ts";

type ProofFieldProps = { method: FormMethod; errors: Readonly<Record<string, string>> };

/** The field of one way to confirm, under the name that the call takes. */
export function ProofField({ method, errors }: ProofFieldProps) {
  switch (method) {
    case "password":
      return (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
          error={errors.currentPassword}
        />
      );
    case "totp":
      return (
        <CodeField
          label="Two-Factor Authentication Code"
          name="totpCode"
          hint="From your authenticator app."
          error={errors.totpCode}
        />
      );
    case "email_code":
      return <EmailCodeField error={errors.emailCode} />;
    case "recovery_code":
      return (
        <TextField
          label="Recovery code"
          name="totpCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          hint="One of the codes that you saved. Each works once."
          error={errors.totpCode}
        />
      );
  }
}
