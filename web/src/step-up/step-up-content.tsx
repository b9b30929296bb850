import { useCallback, useEffect, useState } from "react";
import { send } from "../api.ts";
import type { Parsed } from "../load-schemas.ts";
import { Button } from "../parts/button.tsx";
import { DialogBody, DialogFoot } from "../parts/dialog.tsx";
import { Skeleton } from "../parts/skeleton.tsx";
import { ReadProblem } from "../read-problem.tsx";
import type { Method } from "./methods.ts";
import { StepUpForm } from "./step-up-form.tsx";

type StepUpContentProps = {
  /** The ways that count here; undefined for all that the account has. */
  ways?: readonly Method[] | undefined;
  onDone: () => void;
  onCancel: () => void;
};

type Begun = { state: "loading" } | { state: "problem"; error: unknown } | ({ state: "ready" } & Parsed<"stepUpBegun">);

/** The body and the buttons of the dialog that asks the user to prove who they are. */
export function StepUpContent({ ways, onDone, onCancel }: StepUpContentProps) {
  const [begun, setBegun] = useState<Begun>({ state: "loading" });
  const begin = useCallback(async () => {
    try {
      const ways = await send("stepUpBegun", { method: "POST", path: "/api/auth/step-up/begin" });
      setBegun({ state: "ready", ...ways });
    } catch (error) {
      // A form that is shown stays: its other ways still work.
      setBegun((current) => (current.state === "ready" ? current : { state: "problem", error }));
    }
  }, []);
  const retry = () => {
    setBegun({ state: "loading" });
    void begin();
  };
  useEffect(() => void begin(), [begin]);
  // What had the focus is hidden meanwhile, and gets it back.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  if (begun.state === "ready") {
    const methods = begun.methods.filter((method) => ways?.includes(method) ?? true);
    const options = methods.includes("hardware_key") ? begun.options : null;
    return <StepUpForm methods={methods} options={options} onDone={onDone} onCancel={onCancel} onAgain={begin} />;
  }
  return (
    <>
      <DialogBody>
        {begun.state === "loading" ? (
          <div role="status" aria-label="Loading" className="grid gap-2 py-1">
            <Skeleton className="h-3 w-2/5" />
            <Skeleton shape="box" className="h-control w-full" />
          </div>
        ) : (
          <ReadProblem title="Your ways to confirm could not be loaded" error={begun.error} onRetry={retry} />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFoot>
    </>
  );
}
