import { useRead } from "../../../api.ts";
import { Card } from "../../../parts/card.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import { AdminHead } from "../admin-head.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { NewestCheckpoint } from "./newest-checkpoint.tsx";
import { ProveEvent } from "./prove-event.tsx";
import { Verification } from "./verification.tsx";

/** Whether the log is what was signed, the newest checkpoint, and the proof of any event. */
export function Integrity() {
  const { data, error, mutate } = useRead("logIntegrity", ["/api/admin/integrity"], { revalidateOnMount: true });
  return (
    <>
      <AdminHead title="Integrity">
        Whether the log still is what this service signed, and the proof of it for others.
      </AdminHead>
      <div className="grid gap-6">
        {data ? (
          <TooltipDelays>
            <Verification verification={data.verification} />
            <NewestCheckpoint checkpoint={data.checkpoint} verifierKey={data.verifierKey} />
            <ProveEvent />
          </TooltipDelays>
        ) : (
          <Card>
            {error ? (
              <AdminProblem
                title="The proof of the log could not be loaded"
                error={error}
                onRetry={() => void mutate()}
              />
            ) : (
              <SkeletonRows count={3} label="Loading the proof of the log" />
            )}
          </Card>
        )}
      </div>
    </>
  );
}
