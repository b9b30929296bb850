import { ChevronDown } from "lucide-react";
import { controlClass } from "../../parts/field.tsx";

type PlainSelectProps = {
  label: string;
  value: string;
  options: ReadonlyArray<readonly [value: string, name: string]>;
  onChoose: (value: string) => void;
};

/** A select in a line of filters: its first option says what it is about, so its label is not shown. */
export function PlainSelect({ label, value, options, onChoose }: PlainSelectProps) {
  return (
    <span className="relative max-sm:flex-1">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className={`${controlClass} min-w-36 appearance-none pr-8`}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
