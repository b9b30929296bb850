import { useRead } from "../../../api.ts";
import { ApiError } from "../../../api-error.ts";
import { Card } from "../../../parts/card.tsx";
import { Setting } from "../../../parts/setting.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import { NotFound } from "../../not-found.tsx";
import { AccountBadges, nameOf } from "../account-row.tsx";
import { AdminHead } from "../admin-head.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { lowWithNothing } from "../nothing-yet.tsx";
import { AccountCare } from "./account-care.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { EditName } from "./edit-name.tsx";
import { Roles } from "./roles.tsx";
import { UserAccess, useRereadUser } from "./user-access.tsx";
import { UserEvents } from "./user-events.tsx";
import { UserSessions } from "./user-sessions.tsx";

/** One account: what it is, where it is signed in, what may act for it, what happened to it, and what an admin can do for it. */
export function UserPage({ id }: { id: string }) {
  const { data, error, mutate } = useRead("adminUserAnswer", ["/api/admin/users", id], { revalidateOnMount: true });
  const reread = useRereadUser(id);
  if (!data) {
    if (error instanceof ApiError && error.status === 404) return <NotFound />;
    return (
      <>
        <AdminHead title="User">One account.</AdminHead>
        <Card>
          {error ? (
            <AdminProblem title="The user could not be loaded" error={error} onRetry={() => void mutate()} />
          ) : (
            <SkeletonRows count={4} label="Loading the user" />
          )}
        </Card>
      </>
    );
  }
  const { user, account } = data;
  return (
    <TooltipDelays>
      <AdminHead title={nameOf(user)} actions={<AccountBadges user={user} />}>
        {user.email}
      </AdminHead>
      <div className={`max-w-280 ${lowWithNothing}`}>
        <Setting title="Account" about="What is known of it. The owner changes the address and the username.">
          <EditName key={user.id} user={user} onChanged={reread}>
            <AccountFacts user={user} account={account} />
          </EditName>
        </Setting>
        <Setting title="Roles" about="What the account may do here.">
          <Roles user={user} onChanged={reread} />
        </Setting>
        <Setting title="Help and protection" about="For an owner who cannot get in, or an account in wrong hands.">
          <AccountCare user={user} onChanged={reread} />
        </Setting>
        <Setting title="Sessions" about="Where the account is signed in now.">
          <UserSessions user={user} onChanged={reread} />
        </Setting>
        <UserAccess id={user.id} reread={reread} />
        <Setting title="Events" about="The newest 50, in the words that the owner reads, with their names in the log.">
          <UserEvents userId={user.id} />
        </Setting>
      </div>
    </TooltipDelays>
  );
}
