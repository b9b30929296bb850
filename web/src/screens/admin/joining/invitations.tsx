import { MailOpen, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Card } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { ListTable } from "../../../parts/list-table.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { More } from "../more.tsx";
import { InvitationRow } from "./invitation-row.tsx";
import { NewInvitation } from "./new-invitation.tsx";
import { type InvitationList, useInvitations } from "./use-invitations.ts";

const columns = [
  "For",
  "Status",
  "Used",
  "Expires",
  "Made",
  <span key="action" className="sr-only">
    Action
  </span>,
];

/** The invitations, and what makes another one. */
export function Invitations() {
  const list = useInvitations();
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Card>
      <CardHead
        title="Invitations"
        action={
          <Button size="small" aria-haspopup="dialog" onClick={() => setIsMaking(true)}>
            <Plus aria-hidden="true" className="size-3.5" />
            New Invitation
          </Button>
        }
      />
      <Listed list={list} />
      {isMaking && <NewInvitation onMade={list.reread} onClose={() => setIsMaking(false)} />}
    </Card>
  );
}

function Listed({ list }: { list: InvitationList }) {
  const { invitations, error, reread } = list;
  if (!invitations && error) {
    return <AdminProblem title="The invitations could not be loaded" error={error} onRetry={() => void reread()} />;
  }
  if (!invitations) return <SkeletonRows count={3} label="Loading the invitations" />;
  if (invitations.length === 0) {
    return (
      <Empty icon={<MailOpen />} title="No invitations yet">
        An invitation is a link that lets people join, with the roles that you choose. You can email it, or show it as a
        QR code.
      </Empty>
    );
  }
  return (
    <TooltipDelays>
      <ListTable columns={columns}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onRevoked={reread} />
        ))}
      </ListTable>
      <More what="invitations" end="That is all." list={list} />
    </TooltipDelays>
  );
}
