import { useId } from "react";

type RadioCardsProps<Value extends string> = {
  legend: string;
  name: string;
  options: readonly { value: Value; name: string; about: string }[];
  chosen: Value;
  onChange: (value: Value) => void;
};

/** One choice of a few, each with a line about it. */
export function RadioCards<Value extends string>({ legend, name, options, chosen, onChange }: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {options.map(({ value, name: title, about }) => (
        <label
          key={value}
          className="flex gap-3 rounded-md border border-line-strong px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-tint"
        >
          <input
            type="radio"
            name={name}
            value={value}
            aria-describedby={`${id}-${value}`}
            checked={value === chosen}
            onChange={() => onChange(value)}
            className="mt-0.5 size-4 flex-none accent-(--accent)"
          />
          <span className="grid">
            <span className="font-medium">{title}</span>
            <span id={`${id}-${value}`} className="text-sm text-muted">
              {about}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
