import { CircleAlert, RefreshCw } from "lucide-react";
import { Link } from "wouter";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { RoundMark } from "../../parts/auth-frame.tsx";
import { Button, buttonClass } from "../../parts/button.tsx";
import { CardBody } from "../../parts/card.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { MissingParameters } from "./use-authorization.ts";

/** Why the request cannot be shown. Nothing is sent to the application: the service does not know whether it is one of ours. */
export const ConsentProblem = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <CardBody>
    <div role="alert" className="text-center">
      {error instanceof ApiError && error.status === 400 ? (
        <Invalid error={error} />
      ) : (
        <Failed error={error} onRetry={onRetry} />
      )}
    </div>
  </CardBody>
);

function Head({ title, children }: { title: string; children: string }) {
  return (
    <div className="mb-5 grid justify-items-center gap-1 pt-3">
      <div className="mb-3">
        <RoundMark look="bad">
          <CircleAlert />
        </RoundMark>
      </div>
      <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
      <p className="min-w-0 max-w-full text-muted wrap-anywhere">{children}</p>
    </div>
  );
}

function Invalid({ error }: { error: ApiError }) {
  const code = `${error.status} ${error.problem?.code ?? ""}`.trim();
  return (
    <>
      <Head title="Invalid Request">The authorization request is invalid or malformed.</Head>
      <div className="text-left">
        <Alert>
          <p>{sentenceOf(error, "The application sent you here with a request that we cannot trust.")}</p>
          <p>Go back to the application and try again. If it keeps happening, send its developers the code below.</p>
        </Alert>
      </div>
      <p className="mt-4 flex items-center justify-center gap-1 text-sm">
        <code className="font-mono wrap-anywhere">{code}</code>
        <CopyButton text={code} what="Copy the code" />
      </p>
    </>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <Head title="Authorization Error">{sentenceOfFailure(error)}</Head>
      <div className="grid gap-2">
        <Link href="/dashboard" className={buttonClass("primary", "normal", true)}>
          Back to Dashboard
        </Link>
        <Button look="ghost" block onClick={onRetry}>
          <RefreshCw aria-hidden="true" className="size-4" />
          Try again
        </Button>
      </div>
      {error instanceof ApiError && (
        <p className="mt-3 font-mono text-xs text-subtle wrap-anywhere">
          {error.status} {error.problem?.code}
        </p>
      )}
    </>
  );
}

const sentenceOfFailure = (error: unknown): string =>
  error instanceof MissingParameters ? error.message : sentenceOf(error, "The request could not be loaded.");
