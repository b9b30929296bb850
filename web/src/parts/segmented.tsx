type SegmentedProps<Id extends string> = {
  label: string;
  choices: readonly { id: Id; name: string }[];
  chosen: Id;
  onChange: (id: Id) => void;
};

/** A choice of a few that changes what is shown at once. */
export function Segmented<Id extends string>({ label, choices, chosen, onChange }: SegmentedProps<Id>) {
  return (
    <fieldset aria-label={label} className="inline-flex gap-0.5 rounded-md border border-line bg-hover p-0.5">
      {choices.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChange(id)}
          className="inline-flex h-11 items-center rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line-strong)] sm:h-6.5"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
