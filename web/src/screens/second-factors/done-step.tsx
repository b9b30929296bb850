import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { Alert } from "../../parts/alert.tsx";
import { Button, buttonClass } from "../../parts/button.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { StepFoot } from "./step-foot.tsx";

/** Step 3: the only time that the recovery codes are shown. `codes` is null if codes of another factor are left. */
export function DoneStep({ codes, email }: { codes: readonly string[] | null; email: string }) {
  const [isSaved, setIsSaved] = useState(codes === null);
  const outcome = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => outcome.current?.focus(), []);
  return (
    <>
      <div ref={outcome} tabIndex={-1} className="mb-5 focus-visible:outline-none">
        <Alert kind="success" role="status" title="2FA Enabled Successfully">
          <p>From now on we ask for a code when you sign in.</p>
        </Alert>
      </div>
      {codes && <RecoveryCodes codes={codes} email={email} onSaved={setIsSaved} />}
      <StepFoot>
        {isSaved ? (
          <Link href="/dashboard" className={buttonClass("primary")}>
            Back to Dashboard
          </Link>
        ) : (
          <Button look="primary" disabled>
            Back to Dashboard
          </Button>
        )}
      </StepFoot>
    </>
  );
}
