import type { SignUpMode } from "@attestory/command-api/api-schema";
import { useId } from "react";

const modes = [
  { mode: "open", name: "Anyone", about: "Everyone with an email address can register." },
  { mode: "only-domains", name: "Addresses of some domains", about: "And those whom you invite." },
  { mode: "not-domains", name: "All but addresses of some domains", about: "These domains join only by invitation." },
  { mode: "invitation", name: "By invitation", about: "Only with a link that an admin has made." },
  { mode: "closed", name: "Nobody", about: "Sign-up is closed. Invitations wait until you open it again." },
] as const satisfies readonly { mode: SignUpMode; name: string; about: string }[];

/** Who may join. */
export function Modes({ mode: chosen, onChange }: { mode: SignUpMode; onChange: (mode: SignUpMode) => void }) {
  const id = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Who may create an account?</legend>
      {modes.map(({ mode, name, about }) => (
        <label
          key={mode}
          className="flex gap-3 rounded-md border border-line-strong px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-tint"
        >
          <input
            type="radio"
            name="mode"
            value={mode}
            aria-describedby={`${id}-${mode}`}
            checked={mode === chosen}
            onChange={() => onChange(mode)}
            className="mt-0.5 size-4 flex-none accent-(--accent)"
          />
          <span className="grid">
            <span className="font-medium">{name}</span>
            <span id={`${id}-${mode}`} className="text-sm text-muted">
              {about}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
