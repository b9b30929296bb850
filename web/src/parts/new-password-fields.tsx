import { NewPasswordField } from "./new-password-field.tsx";
import { PasswordField } from "./password-field.tsx";

interface NewPasswordFieldsProps {
  errors: Readonly<Record<string, string>>;
  /** The user's own name and address, which an attacker tries first. */
  personal?: readonly string[];
}

/** A new password, and once more the same. */
export const NewPasswordFields = ({ errors, personal = [] }: NewPasswordFieldsProps) => (
  <>
    <NewPasswordField label="New password" name="newPassword" error={errors.newPassword} personal={personal} />
    <PasswordField
      label="Confirm new password"
      name="confirmPassword"
      autoComplete="new-password"
      required
      error={errors.confirmPassword}
    />
  </>
);
