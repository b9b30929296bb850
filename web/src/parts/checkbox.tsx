import { Check } from "lucide-react";
import type { ComponentProps } from "react";

/** A native checkbox in the app's own style, with its label. */
export function Checkbox({ label, ...input }: Omit<ComponentProps<"input">, "className" | "type"> & { label: string }) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-2 sm:min-h-6">
      <span className="relative grid size-4 flex-none place-items-center">
        <input
          {...input}
          type="checkbox"
          className="peer size-4 appearance-none rounded-sm border border-field bg-surface checked:border-accent checked:bg-accent"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute size-3 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      {label}
    </label>
  );
}
