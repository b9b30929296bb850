import { DatabaseBackup, ShieldCheck } from "lucide-react";
import { useRead } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";
import { Alert } from "../../parts/alert.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Card, Row } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Moment } from "../../parts/moment.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { AdminProblem } from "./admin-problem.tsx";
import { countsOf, intervalOf, isOverdue, secondsOf, sizeOf } from "./backup-words.ts";
import { CardHead } from "./card-head.tsx";

type Backups = Parsed<"adminBackups">;

/** What became of the backups that the service takes by itself. */
export function AutomaticBackups() {
  const { data, error, mutate } = useRead("adminBackups", ["/api/admin/backups"], { revalidateOnMount: true });
  return (
    <Card>
      <CardHead title="Automatic Backups" action={data && <Interval everySeconds={data.everySeconds} />} />
      {data ? (
        <TooltipDelays>
          <Newest backups={data} />
        </TooltipDelays>
      ) : error ? (
        <AdminProblem title="The backups could not be loaded" error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonRows count={2} label="Loading the backups" />
      )}
    </Card>
  );
}

const Interval = ({ everySeconds }: Pick<Backups, "everySeconds">) => (
  <Badge>{everySeconds === null ? "Off" : `Every ${intervalOf(everySeconds)}`}</Badge>
);

function Newest({ backups }: { backups: Backups }) {
  const { everySeconds, taken, proven, failed } = backups;
  if (everySeconds === null && !taken && !failed) {
    return (
      <Empty icon={<DatabaseBackup />} title="Automatic backups are off">
        Set BACKUP_DIR to a folder on another disk, or to a bucket of S3. The service then takes a backup every day, and
        restores each one to prove it.
      </Empty>
    );
  }
  return (
    <>
      {failed && <Failure failed={failed} willRetry={everySeconds !== null} />}
      <Row icon={<DatabaseBackup />} title="Last backup" badge={taken?.isEncrypted && <Badge>Encrypted</Badge>}>
        {taken ? (
          <>
            <Moment at={taken.at} />: {sizeOf(taken.bytes)} in {secondsOf(taken.ms)},{" "}
            <code className="font-mono text-xs wrap-anywhere">{taken.file}</code>
          </>
        ) : (
          "There is none yet."
        )}
      </Row>
      <Row icon={<ShieldCheck />} title="Last proof" badge={isOverdue(backups, new Date()) && <Overdue />}>
        {proven ? (
          <>
            <Moment at={proven.at} />: restored and compared with the log in {secondsOf(proven.ms)}. {countsOf(proven)}.
          </>
        ) : (
          "No backup was restored and compared with the log yet."
        )}
      </Row>
    </>
  );
}

const Overdue = () => <Badge look="warning">Overdue</Badge>;

const titles = { writing: "The last backup failed", proof: "The last backup did not pass its proof" } as const;

type FailureProps = { failed: NonNullable<Backups["failed"]>; willRetry: boolean };

const Failure = ({ failed: { at, step, reason }, willRetry }: FailureProps) => (
  <div className="p-4 sm:px-6">
    <Alert kind="danger" title={titles[step]}>
      <p className="wrap-anywhere">
        <Moment at={at} />: {reason}.{willRetry && " The service tries again within an hour."}
      </p>
    </Alert>
  </div>
);
