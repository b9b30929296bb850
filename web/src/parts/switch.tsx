type SwitchProps = {
  label: string;
  describedBy?: string;
  isOn: boolean;
  /** Why it cannot be changed now. */
  locked?: string | undefined;
  onChange: () => void;
};

/** A setting that is on or off. */
export function Switch({ label, describedBy, isOn, locked, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={locked !== undefined}
      title={locked}
      onClick={onChange}
      className="group grid h-11 flex-none place-items-center rounded-full disabled:cursor-not-allowed disabled:opacity-50 sm:h-5"
    >
      <span className="relative h-5 w-9 rounded-full border border-field bg-surface transition-colors duration-(--fast) group-aria-checked:border-accent group-aria-checked:bg-accent">
        <span className="absolute top-0.5 left-0.5 size-3.5 rounded-full bg-field transition-[translate] duration-(--fast) group-aria-checked:translate-x-4 group-aria-checked:bg-on-accent" />
      </span>
    </button>
  );
}
