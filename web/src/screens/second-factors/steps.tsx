import { Check } from "lucide-react";

const names = ["Scan", "Confirm", "Done"] as const;

export type StepNumber = 1 | 2 | 3;

const marks = {
  done: "border-accent-line bg-accent-tint text-accent-text",
  now: "border-accent bg-accent text-on-accent",
  later: "border-field",
} as const;

const lookOf = (step: number, at: StepNumber) => (step === at ? "now" : step < at ? "done" : "later");

/** Where the set-up is, of its three steps. */
export function Steps({ at }: { at: StepNumber }) {
  return (
    <ol aria-label={`Step ${at} of 3`} className="mb-5 flex flex-wrap items-center gap-2 text-sm text-subtle">
      {names.map((name, index) => {
        const look = lookOf(index + 1, at);
        return (
          <li
            key={name}
            aria-current={look === "now" ? "step" : undefined}
            className={`flex items-center gap-1.5 not-first:before:mr-0.5 not-first:before:w-4 not-first:before:border-t not-first:before:border-line-strong ${look === "now" ? "font-medium text-ink" : ""}`}
          >
            <span className={`grid size-5 place-items-center rounded-full border text-xs font-semibold ${marks[look]}`}>
              {look === "done" ? <Check aria-hidden="true" strokeWidth={3} className="size-3" /> : index + 1}
            </span>
            {name}
          </li>
        );
      })}
    </ol>
  );
}
