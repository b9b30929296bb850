import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass, FieldFrame } from "./field.tsx";

type SelectFieldProps = Omit<ComponentProps<"select">, "className" | "id"> & {
  label: string;
  name: string;
  hint?: string;
};

/** One choice of a few, with the browser's own list. */
export function SelectField({ label, hint, children, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint}>
      {(ids) => (
        <span className="relative grid">
          <select {...select} {...ids} className={`${controlClass} appearance-none pr-8`}>
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </FieldFrame>
  );
}
