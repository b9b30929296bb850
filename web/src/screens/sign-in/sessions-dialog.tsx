import type { Session } from "@attestory/query-api/sign-in/schema.ts";
import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { send, useRead } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Button } from "../../parts/button.tsx";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { Empty } from "../../parts/empty.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { toast } from "../../parts/toasts.ts";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { type Revocation, revokeOthers, revokeSession, revokeTrust } from "./revocation.ts";
import { SessionRow } from "./session-row.tsx";
import { TrustedDevices, useTrustedDevices } from "./trusted-devices.tsx";

const path = "/api/user/sessions";
/** Every session of the account, read each time the dialog opens. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const [revocation, setRevocation] = useState<Revocation | null>(null);
  const answer = useRead("sessions", [path], { revalidateOnMount: true });
  const trusted = useTrustedDevices(answer.data !== undefined);

  if (revocation) {
    const readAgain = () => Promise.allSettled([answer.mutate(), trusted.mutate()]);
    return <Revoke revocation={revocation} onRevoked={readAgain} onClose={() => setRevocation(null)} />;
  }
  const others = answer.data?.filter((session) => !session.isCurrent) ?? [];
  return (
    <Dialog onClose={onClose} title="Active Sessions" description="Every device that is signed in to your account.">
      <DialogBody flush>
        <SessionList answer={answer} onRevoke={(session) => setRevocation(revokeSession(session))} />
        {answer.data && <TrustedDevices answer={trusted} onRevoke={(device) => setRevocation(revokeTrust(device))} />}
      </DialogBody>
      <DialogFoot
        lead={
          others.length > 0 && (
            <Button look="quietDanger" onClick={() => setRevocation(revokeOthers)}>
              Revoke all others
            </Button>
          )
        }
      >
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </Dialog>
  );
}

type RevokeProps = { revocation: Revocation; onRevoked: () => Promise<unknown>; onClose: () => void };

/** Asks once, then ends it. */
function Revoke({ revocation: { path, title, loss, done }, onRevoked, onClose }: RevokeProps) {
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await send("message", { method: "DELETE", path });
      toast({ kind: "done", title: done });
    } catch (error) {
      toast({ kind: "refused", title: "Revoke failed", description: sentenceOf(error, "Try again in a moment.") });
    }
    await onRevoked();
    onClose();
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={title}>
      <Confirmation action="Revoke" busy={busy} onConfirm={revoke} onCancel={onClose}>
        {loss}
      </Confirmation>
    </Dialog>
  );
}

type ListProps = {
  answer: { data: Session[] | undefined; error: Error | undefined; mutate: () => Promise<unknown> };
  onRevoke: (session: Session) => void;
};

function SessionList({ answer, onRevoke }: ListProps) {
  if (answer.data?.length === 0) {
    return (
      <Empty icon={<MonitorSmartphone />} title="No active sessions found">
        Sign in again to see this device here.
      </Empty>
    );
  }
  if (answer.data) {
    return (
      <TooltipDelays>
        {answer.data.map((session) => (
          <SessionRow key={session.id} session={session} onRevoke={onRevoke} />
        ))}
      </TooltipDelays>
    );
  }
  if (answer.error) {
    const retry = () => void answer.mutate().catch(() => undefined);
    return <ReadProblem title="Your sessions could not be loaded" error={answer.error} onRetry={retry} />;
  }
  return <SkeletonRows count={3} label="Loading your sessions" />;
}
