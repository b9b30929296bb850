import { type FormEvent, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { FieldError, inputClass } from "../../../parts/field.tsx";
import { type DayRange, daysIn, lastDays, lengths, rangeFault } from "./day-range.ts";

type RangeChooserProps = { range: DayRange; now: Date; onChange: (range: DayRange) => void };

/** The last days, or any two days. */
export function RangeChooser({ range, now, onChange }: RangeChooserProps) {
  const { to: today } = lastDays(1, now);
  return (
    <div className="flex flex-wrap items-start gap-2">
      <fieldset aria-label="Until today" className="inline-flex gap-0.5 rounded-md border border-line bg-hover p-0.5">
        {lengths.map(({ days, name }) => (
          <button
            key={days}
            type="button"
            aria-pressed={range.to === today && daysIn(range) === days}
            onClick={() => onChange(lastDays(days, now))}
            className="inline-flex h-11 items-center rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line-strong)] sm:h-7.5"
          >
            {name}
          </button>
        ))}
      </fieldset>
      {/* Begins anew with each range, so that the fields show the one that the address has. */}
      <TwoDays key={`${range.from} ${range.to}`} range={range} today={today} onChange={onChange} />
    </div>
  );
}

/** Two of them fit into one line of a small screen. */
const fieldClass = "grid w-[calc(50%-4px)] sm:w-38";

type TwoDaysProps = { range: DayRange; today: string; onChange: (range: DayRange) => void };

function TwoDays({ range, today, onChange }: TwoDaysProps) {
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = { from: String(form.get("from")), to: String(form.get("to")) };
    const found = rangeFault(chosen);
    setFault(found);
    if (found === null) onChange(chosen);
  };
  const day = { type: "date", required: true, min: "2000-01-01", max: today, className: inputClass } as const;
  const wrong = fault === null ? {} : ({ "aria-invalid": true, "aria-describedby": "range-fault" } as const);
  return (
    <form noValidate onSubmit={submit} className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className={fieldClass}>
          <input aria-label="First day" name="from" defaultValue={range.from} {...day} {...wrong} />
        </span>
        <span className="text-muted max-sm:hidden">to</span>
        <span className={fieldClass}>
          <input aria-label="Last day" name="to" defaultValue={range.to} {...day} {...wrong} />
        </span>
        <Button type="submit">Show</Button>
      </div>
      {fault !== null && <FieldError id="range-fault">{fault}</FieldError>}
    </form>
  );
}
