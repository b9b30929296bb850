import { type ChangeEvent, type KeyboardEvent, useState } from "react";
import { codeInputClass, FieldFrame } from "./field.tsx";

/** The length of an authenticator app's code. */
export const codeLength = 6;

type CodeFieldProps = {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  /** Called with the digits entered so far. */
  onDigits?: (digits: string) => void;
};

/** A field for a code of six digits: everything else that is typed or pasted is left out. */
export function CodeField({ label, name, hint, error, onDigits }: CodeFieldProps) {
  const [digits, setDigits] = useState("");
  const keepDigits = (event: ChangeEvent<HTMLInputElement>) => {
    const kept = event.target.value.replace(/\D/g, "").slice(0, codeLength);
    setDigits(kept);
    onDigits?.(kept);
  };
  // A browser ignores Enter while the form's button is disabled. The form then says what is missing.
  const submit = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          name={name}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="Enter 6-digit code"
          value={digits}
          onChange={keepDigits}
          onKeyDown={submit}
          className={codeInputClass}
        />
      )}
    </FieldFrame>
  );
}
