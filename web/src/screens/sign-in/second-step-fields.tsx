import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { CodeField } from "../../parts/code-field.tsx";
import { TextField } from "../../parts/field.tsx";
import type { SecondStep } from "./use-login.ts";

type SecondStepProps = {
  step: SecondStep;
  errors: Readonly<Record<string, string>>;
};

/** The codes that are asked for after a right password. */
export function SecondStepFields({ step, errors }: SecondStepProps) {
  return (
    <>
      {step.asksEmailCode && <EmailCodeField error={errors.emailCode} />}
      {step.methods && <SecondFactorField key={step.methods.join()} methods={step.methods} error={errors.totpCode} />}
    </>
  );
}

function EmailCodeField({ error }: { error: string | undefined }) {
  return (
    <>
      <TextField
        label="Code from your email"
        name="emailCode"
        autoComplete="one-time-code"
        maxLength={64}
        hint="We sent it to your address."
        error={error}
      />
      <Button look="ghost" block onClick={({ currentTarget }) => sendWithoutCode(currentTarget.form)}>
        Send a new code
      </Button>
    </>
  );
}

/** Without a code, the service sends one. */
function sendWithoutCode(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem("emailCode");
  if (field instanceof HTMLInputElement) field.value = "";
  form?.requestSubmit();
}

function SecondFactorField({
  methods,
  error,
}: {
  methods: NonNullable<SecondStep["methods"]>;
  error?: string | undefined;
}) {
  const hasApp = methods.includes("totp");
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(!hasApp);
  return (
    <>
      {usesRecoveryCode ? (
        <TextField
          label="Recovery code"
          name="totpCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          hint="One of the codes that you saved. Each works once."
          error={error}
        />
      ) : (
        <CodeField
          label="Two-Factor Authentication Code"
          name="totpCode"
          hint="From your authenticator app."
          error={error}
        />
      )}
      {hasApp && methods.includes("recovery_code") && (
        <Button look="ghost" block onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
          {usesRecoveryCode ? "Use your authenticator app" : "Use a recovery code"}
        </Button>
      )}
      <Checkbox label="Do not ask in this browser for 30 days" name="trustDevice" />
    </>
  );
}
