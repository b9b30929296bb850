import { useEffect, useRef } from "react";
import { Button } from "../parts/button.tsx";
import { Checkbox } from "../parts/checkbox.tsx";
import { DialogBody, DialogFoot } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { PasswordField } from "../parts/password-field.tsx";
import { KeyWays } from "../screens/sign-in/key-ways.tsx";
import { LoginProblem } from "../screens/sign-in/login-notices.tsx";
import { SecondStepFields } from "../screens/sign-in/second-step-fields.tsx";
import { askedField, asksForStep, useLogin } from "../screens/sign-in/use-login.ts";

type SignInAgainProps = { email: string; onCancel: () => void; cancelLabel: string };

/** Signs in over the page that is shown, with everything that /login accepts. Another user is asked for there. */
export function SignInAgain({ email, onCancel, cancelLabel }: SignInAgainProps) {
  const { form, failure, step, wait } = useLogin(email);
  const asked = askedField(step);
  const field = asked ?? "password";
  const fields = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus again
  useEffect(() => fields.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus(), [field, failure]);
  return (
    <form {...form.props} className="contents">
      <DialogBody>
        <div ref={fields} className="grid gap-4">
          {failure && !asksForStep(failure.error) && (
            <LoginProblem error={failure.error} email={failure.email} wait={wait} />
          )}
          <TextField label="Email" name="email" type="email" autoComplete="username" readOnly value={email} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            error={form.errors.password}
          />
          <div hidden={asked !== null}>
            <Checkbox label="Remember me" name="rememberMe" />
          </div>
          <SecondStepFields step={step} errors={form.errors} />
          <KeyWays form={form.props.ref} step={step} />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button type="submit" look="primary" busy={form.busy} disabled={wait > 0}>
          {form.busy ? "Signing in..." : "Sign In"}
        </Button>
      </DialogFoot>
    </form>
  );
}
