import { RefreshCw } from "lucide-react";
import { sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { StepFoot } from "./step-foot.tsx";
import type { SetUpAttempt } from "./use-set-up.ts";

type ScanStepProps = { setUp: SetUpAttempt; email: string; onScanned: () => void };

/** Step 1: the QR code, and the secret for entering it by hand. */
export function ScanStep({ setUp: { state, fail, retry }, email, onScanned }: ScanStepProps) {
  if (state.step === "failed") return <Failure error={state.error} onRetry={retry} />;
  return (
    <>
      {state.step === "loading" ? (
        <Loading />
      ) : (
        <>
          <p className="mb-4 text-center text-muted">Scan this with your authenticator app.</p>
          <img
            src={state.answer.qrCode}
            alt="QR code for your authenticator app"
            width={184}
            height={184}
            onError={fail}
            className="mx-auto size-46 rounded-md border border-line bg-[white]"
          />
          <Secret secret={state.answer.secret} email={email} />
        </>
      )}
      <StepFoot>
        <Button look="primary" disabled={state.step === "loading"} onClick={onScanned}>
          I've Scanned the Code
        </Button>
      </StepFoot>
    </>
  );
}

function Secret({ secret, email }: { secret: string; email: string }) {
  const id = "two-factor-secret";
  return (
    <section aria-labelledby={id} className="mt-5 grid gap-1.5">
      <h2 id={id} className="font-medium">
        Or type the secret by hand
      </h2>
      <div className="flex min-h-control items-center gap-0.5 rounded-md border border-line-strong bg-sunken pr-1 pl-2.75">
        <code className="min-w-0 flex-1 py-2 font-mono text-sm wrap-anywhere">{inFours(secret)}</code>
        <CopyButton text={secret} what="Copy secret" />
      </div>
      <p className="text-sm text-subtle wrap-anywhere">Account {email} · time-based · 6 digits</p>
    </section>
  );
}

/** "ABCD EFGH": easier to type, and apps ignore the blanks. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

const Loading = () => (
  <div role="status" aria-label="Loading the QR code">
    <Skeleton className="mx-auto mt-1 mb-5 h-3 w-56" />
    <Skeleton shape="box" className="mx-auto size-46" />
    <Skeleton className="mt-6 mb-3 h-3 w-44" />
    <Skeleton shape="box" className="h-control" />
    <Skeleton className="mt-3 mb-1 h-3 w-60" />
  </div>
);

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Alert kind="danger" role="alert" title="Failed to generate QR code. Please try again.">
    {error !== null && <p>{sentenceOf(error, "Nothing was changed.")}</p>}
    <div>
      <Button size="small" onClick={onRetry}>
        <RefreshCw aria-hidden="true" className="size-3.5" />
        Try again
      </Button>
    </div>
  </Alert>
);
