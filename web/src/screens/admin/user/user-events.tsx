import { Link } from "wouter";
import { useRead } from "../../../api.ts";
import { Card } from "../../../parts/card.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { textLinkClass } from "../../../parts/text-link.tsx";
import { Timeline } from "../../activity/timeline.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { NothingYet } from "../nothing-yet.tsx";

/** What happened to an account, the newest first. */
export function UserEvents({ userId }: { userId: string }) {
  const path = `/api/admin/users/${userId}/events?limit=50`;
  const { data, error, mutate } = useRead("adminUserEvents", [path], { revalidateOnMount: true });
  if (!data) {
    return (
      <Card>
        {error ? (
          <AdminProblem title="The events could not be loaded" error={error} onRetry={() => void mutate()} />
        ) : (
          <SkeletonRows count={5} label="Loading the events" />
        )}
      </Card>
    );
  }
  if (data.events.length === 0) return <NothingYet>Nothing has happened yet</NothingYet>;
  const names = new Map(data.events.map(({ id, event }) => [id, event]));
  const entries = data.events.map(({ event: _, ...entry }) => ({ ...entry, isCurrent: false, canDisown: false }));
  return (
    <Timeline
      entries={entries}
      action={({ id }) => (
        <>
          <code className="font-mono text-xs text-subtle max-sm:hidden">{names.get(id)}</code>
          <Link href={`/admin/integrity?event=${id}`} className={`${textLinkClass} text-sm`}>
            Proof
          </Link>
        </>
      )}
    />
  );
}
