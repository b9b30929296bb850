import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { LoadMore } from "../../parts/load-more.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { CallTable } from "./call-table.tsx";
import { type FailedCalls, useFailedCalls } from "./use-failed-calls.ts";

type LastRequestsProps = { applicationId: string; name: string; isOpen: boolean; onOpen: () => void };

/** The calls of the application that failed, each with what differed. They are read once they are shown. */
export function LastRequests({ applicationId, name, isOpen, onOpen }: LastRequestsProps) {
  return (
    <section aria-label={`Last requests of ${name}`}>
      {isOpen ? (
        <OpenRequests applicationId={applicationId} name={name} />
      ) : (
        <Head>
          <Button size="small" aria-label={`Show the last requests of ${name}`} onClick={onOpen}>
            Show
          </Button>
        </Head>
      )}
    </section>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 sm:px-6">
    <div className="min-w-0">
      <h3 className="font-semibold">Last requests</h3>
      <p className="text-sm text-muted">Those that failed. Only you see them. Secrets and codes are never kept.</p>
    </div>
    {children}
  </div>
);

function OpenRequests({ applicationId, name }: { applicationId: string; name: string }) {
  const failed = useFailedCalls(applicationId);
  const { calls, couldUsePkce, isReading, reread } = failed;
  return (
    <>
      <Head>
        {calls && (
          <Button
            size="small"
            aria-label={`Refresh the last requests of ${name}`}
            busy={isReading}
            onClick={() => void reread()}
          >
            Refresh
          </Button>
        )}
      </Head>
      {couldUsePkce && (
        <div className="px-4 pb-4 sm:px-6">
          <Alert kind="warning" title="This application could use PKCE">
            <p>
              It got its newest code without it. Send a code_challenge and a code_verifier, as the quick start below
              does, and a stolen code is useless.
            </p>
          </Alert>
        </div>
      )}
      <div className="border-t border-line">
        <Calls failed={failed} />
      </div>
    </>
  );
}

function Calls({ failed }: { failed: FailedCalls }) {
  const { calls, error, reread } = failed;
  const problem = error && (
    <ReadProblem title="The last requests could not be loaded" error={error} onRetry={() => void reread()} />
  );
  if (calls === undefined) return problem ?? <SkeletonRows count={2} label="Loading the last requests" />;
  if (calls.length === 0) {
    return (
      problem ?? (
        <Empty icon={<CircleCheck />} title="No failed requests">
          A call that is refused appears here, with what differed from what is registered.
        </Empty>
      )
    );
  }
  return (
    <>
      <CallTable calls={calls} />
      {problem}
      {!error && <LoadMore what="requests" list={failed} />}
    </>
  );
}
