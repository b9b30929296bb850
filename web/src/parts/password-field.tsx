import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { FieldFrame, inputClass } from "./field.tsx";

type PasswordFieldProps = Omit<ComponentProps<"input">, "className" | "id" | "type"> & {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown directly below the input. */
  meter?: ReactNode;
};

/** A password field with a button to show or hide it. Pasting and password managers work. */
export function PasswordField({ label, aside, hint, error, meter, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame label={label} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <>
          <div className="relative">
            <input
              spellCheck={false}
              autoCapitalize="none"
              autoCorrect="off"
              {...input}
              {...ids}
              type={shown ? "text" : "password"}
              className={`${inputClass} pr-11 sm:pr-10`}
            />
            <button
              type="button"
              aria-label={shown ? "Hide password" : "Show password"}
              aria-controls={ids.id}
              onClick={() => setShown(!shown)}
              className="absolute top-1/2 right-0 grid size-11 -translate-y-1/2 place-items-center rounded-sm text-muted hover:text-ink sm:right-1 sm:size-7 sm:hover:bg-hover"
            >
              <Icon aria-hidden="true" className="size-4" />
            </button>
          </div>
          {meter}
        </>
      )}
    </FieldFrame>
  );
}
