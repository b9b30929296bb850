import type { ImportProgress as Progress } from "@attestory/command-api/admin/generation-schema.ts";
import { ProgressBar } from "../../../parts/progress-bar.tsx";
import { megabytes } from "../megabytes.ts";

const steps: Record<Progress["step"], string> = {
  receiving: "Sending the file",
  checking: "Checking every line",
  building: "Building the read models",
  switching: "Changing over",
};

/** How far it is; null before the service has said anything. */
export function ImportProgress({ progress, fileSize }: { progress: Progress | null; fileSize: number }) {
  const { step, done, of } = progress ?? { step: "receiving", done: 0, of: null };
  const whole = step === "receiving" ? fileSize : of;
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium">
        {steps[step]}...
      </p>
      <ProgressBar label={steps[step]} share={done > 0 && whole ? Math.min(done / whole, 1) : null} />
      <p className="min-h-lh text-sm text-muted tabular-nums">{detailOf({ step, done, of: whole })}</p>
    </div>
  );
}

const count = (number: number): string => number.toLocaleString("en");

function detailOf({ step, done, of }: Progress): string {
  if (step === "switching") return "It takes a second or two, and cannot be stopped any more.";
  if (step === "receiving") return done > 0 ? `${megabytes(done)} of ${megabytes(of ?? done)} MB` : "";
  return of === null ? `${count(done)} events` : `${count(done)} of ${count(of)} events`;
}
