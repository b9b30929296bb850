import type { Invitation } from "@attestory/query-api/joining/schema.ts";
import { MailOpen } from "lucide-react";
import { Badge } from "../../../parts/badge.tsx";
import { RevokeVoucher } from "../vouchers/revoke-voucher.tsx";
import { VoucherCard } from "../vouchers/voucher-card.tsx";
import { VoucherRow } from "../vouchers/voucher-row.tsx";
import { NewInvitation } from "./new-invitation.tsx";
import { invitationsPath, useInvitations } from "./use-invitations.ts";

/** The invitations, and what makes another one. */
export function Invitations() {
  const { invitations, ...list } = useInvitations();
  return (
    <VoucherCard
      title="Invitations"
      what="invitations"
      first="For"
      action="New Invitation"
      items={invitations}
      list={list}
      row={(invitation) => <InvitationRow key={invitation.id} invitation={invitation} onRevoked={list.reread} />}
      empty={{
        icon: <MailOpen />,
        text: "An invitation is a link that lets people join, with the roles that you choose. You can email it, or show it as a QR code.",
      }}
      dialog={(onClose) => <NewInvitation onMade={list.reread} onClose={onClose} />}
    />
  );
}

const lost =
  "Nobody can join with its link any more. Who has registered with it and has not verified their address yet gets none of its roles. Other accounts stay as they are.";

type InvitationRowProps = { invitation: Invitation; onRevoked: () => Promise<unknown> };

function InvitationRow({ invitation, onRevoked }: InvitationRowProps) {
  const { id, isAddressed, email } = invitation;
  const revoke = (
    <RevokeVoucher
      what="an invitation"
      named={email && `the invitation of ${email}`}
      path={`${invitationsPath}/${id}`}
      lost={lost}
      done="Invitation revoked"
      onRevoked={onRevoked}
    />
  );
  const name = isAddressed ? (email ?? "an erased address") : "Anyone with the link";
  return (
    <VoucherRow voucher={invitation} name={name} revoke={revoke}>
      <Roles {...invitation} />
    </VoucherRow>
  );
}

function Roles({ isAdmin, isDeveloper, isPro }: Pick<Invitation, "isAdmin" | "isDeveloper" | "isPro">) {
  if (!isAdmin && !isDeveloper && !isPro) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {isAdmin && <Badge look="accent">Admin</Badge>}
      {isDeveloper && <Badge>Developer</Badge>}
      {isPro && <Badge>Pro</Badge>}
    </span>
  );
}
