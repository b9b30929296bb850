import type { Invitation } from "@attestory/query-api/joining/schema.ts";
import { Button } from "../../../parts/button.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";
import { invitationsPath } from "./use-invitations.ts";

type RevokeInvitationProps = { invitation: Invitation; onRevoked: () => Promise<unknown> };

const lost =
  "Nobody can join with its link any more. Who has registered with it and has not verified their address yet gets none of its roles. Other accounts stay as they are.";

/** Revokes an invitation, which is asked first. */
export function RevokeInvitation({ invitation: { id, email }, onRevoked }: RevokeInvitationProps) {
  const { busy, act } = useAdminAction();
  const ask = useQuestion({
    title: email ? `Revoke the invitation of ${email}?` : "Revoke this invitation?",
    text: lost,
    action: "Revoke",
    busy,
    onConfirm: async () => {
      const done = await act({
        method: "DELETE",
        path: `${invitationsPath}/${id}`,
        purpose: "revoke an invitation",
        done: "Invitation revoked",
        failed: "Revocation failed",
      });
      if (done) await onRevoked();
      return done;
    },
  });
  return (
    <Button size="small" aria-label={email ? `Revoke the invitation of ${email}` : "Revoke"} onClick={ask}>
      Revoke
    </Button>
  );
}
