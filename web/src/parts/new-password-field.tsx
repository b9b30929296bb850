import { useState } from "react";
import { useChecked } from "../checked.ts";
import { PasswordField } from "./password-field.tsx";
import { passwordStrength, type Strength } from "./strength.ts";

const words: Readonly<Record<Strength, string>> = {
  1: "Weak. Longer and less common is better.",
  2: "Fair. A few more characters help most.",
  3: "Good.",
  4: "Strong.",
};
const tooKnown = "Weak. Many people use this one, so it is tried first. Choose another one.";
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
  /** The user's own name and address, which an attacker tries first. */
  personal?: readonly string[];
};

/** A field for a new password. During typing it shows the strength, and whether the service knows the password as a common one. */
export function NewPasswordField({ label, name, error, personal = [] }: NewPasswordFieldProps) {
  const [typed, setTyped] = useState("");
  const short = [...typed].length < 8;
  const known = useChecked(short ? null : { password: typed })?.passwordKnown === true;
  const strength = known ? 1 : passwordStrength(typed, personal);
  const judgement = short ? "Weak. Must be at least 8 characters" : known ? tooKnown : words[strength];
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      required
      error={error}
      meter={typed !== "" && <Meter strength={strength} />}
      hint={typed === "" ? "Must be at least 8 characters" : <span aria-live="polite">{judgement}</span>}
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
