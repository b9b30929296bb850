import { useState } from "react";
import { PasswordField } from "./password-field.tsx";
import { passwordStrength, type Strength } from "./strength.ts";

const words: Readonly<Record<Strength, string>> = {
  1: "Weak. Longer and less common is better.",
  2: "Fair. A few more characters help most.",
  3: "Good.",
  4: "Strong.",
};
const lit: Readonly<Record<Strength, string>> = {
  1: "bg-danger-text",
  2: "bg-warning-mark",
  3: "bg-success-mark",
  4: "bg-success-mark",
};

type NewPasswordFieldProps = {
  label: string;
  name: string;
  error?: string | undefined;
  /** The person's own name and address, which a guesser tries first. */
  personal?: readonly string[];
};

/** A password being chosen, with its strength as one types. What is typed stays in the browser. */
export function NewPasswordField({ label, name, error, personal = [] }: NewPasswordFieldProps) {
  const [typed, setTyped] = useState("");
  const strength = passwordStrength(typed, personal);
  const short = [...typed].length < 8;
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      required
      error={error}
      meter={typed !== "" && <Meter strength={strength} />}
      hint={
        typed === "" ? (
          "Must be at least 8 characters"
        ) : (
          <span aria-live="polite">{short ? "Weak. Must be at least 8 characters" : words[strength]}</span>
        )
      }
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

function Meter({ strength }: { strength: Strength }) {
  return (
    <div role="img" aria-label={`Strength ${strength} of 4`} className="grid grid-cols-4 gap-1">
      {([1, 2, 3, 4] as const).map((step) => (
        <span key={step} className={`h-1 rounded-sm ${step <= strength ? lit[strength] : "bg-active"}`} />
      ))}
    </div>
  );
}
