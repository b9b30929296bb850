import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { useRead } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { Card, Row } from "../../../parts/card.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";

/** Where an account is signed in, and the button that ends all of it. */
export function UserSessions({ user, onChanged }: { user: AdminUser; onChanged: () => Promise<unknown> }) {
  const path = `/api/admin/users/${user.id}/sessions`;
  const { data, error, mutate } = useRead("adminUserSessions", [path], { revalidateOnMount: true });
  const { busy, act } = useAdminAction();
  const end = async (): Promise<boolean> => {
    const done = await act({
      method: "DELETE",
      path,
      purpose: "end the sessions of an account",
      done: "Sessions ended",
      failed: "Revoke failed",
    });
    if (done) await onChanged();
    return done;
  };
  const ask = useQuestion({
    title: "End every session?",
    text: "The owner is signed out on every device at once, and signs in again with what they have. The password stays.",
    action: "End sessions",
    busy,
    onConfirm: end,
  });
  if (!data) {
    return (
      <Card>
        {error ? (
          <AdminProblem title="The sessions could not be loaded" error={error} onRetry={() => void mutate()} />
        ) : (
          <SkeletonRows count={1} label="Loading the sessions" />
        )}
      </Card>
    );
  }
  const { sessions, nextCursor } = data;
  if (sessions.length === 0) return <NothingYet>No active sessions found</NothingYet>;
  return (
    <Card>
      <CardHead
        title={titleOf(sessions.length, nextCursor !== null)}
        action={
          <Button size="small" onClick={ask}>
            End every session
          </Button>
        }
      />
      {sessions.map((session) => (
        <Row key={session.id} title={session.device}>
          <span className="font-mono text-[0.93em] wrap-anywhere">{session.location ?? session.ipAddress}</span> ·
          active <Moment at={session.lastAccess} />
          <p className="text-subtle">
            Signed in <Moment at={session.createdAt} /> with {session.signedInWith}
          </p>
        </Row>
      ))}
    </Card>
  );
}

function titleOf(count: number, hasMore: boolean): string {
  if (hasMore) return `More than ${count} sessions`;
  return count === 1 ? "1 session" : `${count} sessions`;
}
