import { CircleCheck } from "lucide-react";
import { useRead } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Moment } from "../../parts/moment.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { applicationsPath } from "./developer-path.ts";
import { DifferenceRows } from "./difference-rows.tsx";
import { cellClass, ListTable, rowClass } from "./list-table.tsx";

type LastRequestsProps = { applicationId: string; name: string; isOpen: boolean; onOpen: () => void };
type FailedCall = Parsed<"clientCalls">["requests"][number];

/** The calls of the application that failed, each with what differed. */
export function LastRequests({ applicationId, name, isOpen, onOpen }: LastRequestsProps) {
  return (
    <section aria-label={`Last requests of ${name}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 sm:px-6">
        <div className="min-w-0">
          <h3 className="font-semibold">Last requests</h3>
          <p className="text-sm text-muted">Those that failed. Only you see them. Secrets and codes are never kept.</p>
        </div>
        {!isOpen && (
          <Button size="small" aria-label={`Show the last requests of ${name}`} onClick={onOpen}>
            Show
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="border-t border-line">
          <FailedCalls applicationId={applicationId} />
        </div>
      )}
    </section>
  );
}

function FailedCalls({ applicationId }: { applicationId: string }) {
  const { data, error, mutate } = useRead("clientCalls", [applicationsPath, applicationId, "requests"], {
    revalidateOnMount: true,
  });
  if (data?.requests.length === 0) {
    return (
      <Empty icon={<CircleCheck />} title="No failed requests">
        A call that is refused appears here, with what differed from what is registered.
      </Empty>
    );
  }
  if (data) {
    return (
      <TooltipDelays>
        <ListTable columns={columns}>
          {data.requests.map((call) => (
            <CallRow key={call.id} call={call} />
          ))}
        </ListTable>
      </TooltipDelays>
    );
  }
  if (error) {
    const retry = () => void mutate().catch(() => undefined);
    return <ReadProblem title="The last requests could not be loaded" error={error} onRetry={retry} />;
  }
  return <SkeletonRows count={2} label="Loading the last requests" />;
}

const columns = ["When", "Call", "Result", "What differed"];
const called = { authorize: "GET /oauth/authorize", token: "POST /api/oauth/token" } as const;
const cell = `${cellClass} align-top`;

/** A row of the table; on small screens the call and its result, and what differed below them. */
function CallRow({ call: { time, endpoint, error, description, differences } }: { call: FailedCall }) {
  return (
    <tr className={rowClass}>
      <td className={`${cell} text-subtle max-sm:col-span-2 sm:text-ink`}>
        <Moment at={time} />
      </td>
      <td className={`${cell} font-mono whitespace-nowrap`}>{called[endpoint]}</td>
      <td className={cell}>
        <span className="inline-flex min-h-5 items-center rounded-sm bg-danger-tint px-1.75 font-mono text-xs text-danger-text wrap-anywhere">
          {error}
        </span>
      </td>
      <td className={`${cell} max-sm:col-span-2`}>
        <p className="wrap-anywhere">{description}</p>
        <DifferenceRows differences={differences} />
      </td>
    </tr>
  );
}
