import { useLocation, useSearch } from "wouter";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { AccountRow, AccountTable } from "./account-row.tsx";
import { AccountSearch } from "./account-search.tsx";
import { AdminHead } from "./admin-head.tsx";
import { AdminProblem } from "./admin-problem.tsx";
import { AutomaticBackups } from "./automatic-backups.tsx";
import { Builds } from "./builds.tsx";
import { CardHead } from "./card-head.tsx";
import { ChangeStatus } from "./change-status.tsx";
import { Checklist } from "./checklist/checklist.tsx";
import { backupsAnchor } from "./checklist/checklist-items.ts";
import { ExportDatabase } from "./export-database.tsx";
import { Generations } from "./generations/generations.tsx";
import { ImportDatabase } from "./generations/import-database.tsx";
import { Notices } from "./notices.tsx";
import { RecentApplications } from "./recent-applications.tsx";
import { StatTiles } from "./stat-tiles.tsx";
import { useAccounts } from "./use-accounts.ts";

/** Lists on this screen show this many. */
const shown = 5;
const recent = { limit: String(shown) };

const columns = [
  "User",
  "Status",
  "Last sign-in",
  "Registered",
  <span key="action" className="sr-only">
    Action
  </span>,
];

/** How many there are of what, and who and what came last. */
export function Overview() {
  return (
    <>
      <AdminHead
        title="Admin Dashboard"
        actions={
          <>
            <ExportDatabase />
            <ImportDatabase />
          </>
        }
      >
        What is true now, straight from the log.
      </AdminHead>
      <div className="grid gap-6">
        <Notices />
        <Builds />
        <Checklist />
        <StatTiles />
        <RecentUsers />
        <RecentApplications shown={shown} />
        <div id={backupsAnchor} className="scroll-mt-6">
          <AutomaticBackups />
        </div>
        <Generations />
      </div>
    </>
  );
}

/** The newest accounts. The address has `all` while the dialog with every account is open. */
function RecentUsers() {
  const { users, error, reread } = useAccounts(recent);
  const [path, navigate] = useLocation();
  const all = new URLSearchParams(useSearch()).has("all");
  const close = () => {
    navigate(path);
    void reread();
  };
  return (
    <Card>
      <CardHead
        title="Recent Users"
        action={
          <Button size="small" onClick={() => navigate(`${path}?all=users`)}>
            View All
          </Button>
        }
      />
      {users ? (
        <TooltipDelays>
          <AccountTable columns={columns}>
            {users.slice(0, shown).map((user) => (
              <AccountRow key={user.id} user={user} action={<ChangeStatus user={user} onChanged={reread} />} />
            ))}
          </AccountTable>
        </TooltipDelays>
      ) : error ? (
        <AdminProblem title="The users could not be loaded" error={error} onRetry={() => void reread()} />
      ) : (
        <SkeletonRows count={shown} label="Loading the recent users" />
      )}
      {all && (
        <Dialog wide title="Users" description="Everybody who has an account" onClose={close}>
          <div className="mt-3 min-h-0 overflow-y-auto border-t border-line">
            <AccountSearch />
          </div>
        </Dialog>
      )}
    </Card>
  );
}
