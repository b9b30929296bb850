import type { Session } from "@attestory/query-api/api-schema";
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
import { SessionRow } from "./session-row.tsx";

const path = "/api/user/sessions";
/** What is revoked: one session, or all except the current one. */
type Target = Session | "others";

const question = (target: Target) =>
  target === "others"
    ? {
        title: "Revoke all other sessions?",
        loss: "Every device but this one is signed out at once. What was saved there stays saved.",
      }
    : {
        title: `Revoke the session of ${target.device}?`,
        loss: "This device is signed out at once. What was saved there stays saved.",
      };

/** Every session of the account, read each time the dialog opens. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [busy, setBusy] = useState(false);
  const answer = useRead("sessions", [path], { revalidateOnMount: true });

  const revoke = async () => {
    setBusy(true);
    try {
      await send("message", {
        method: "DELETE",
        path: target === "others" || target === null ? path : `${path}/${target.id}`,
      });
      const title = target === "others" ? "Other sessions revoked" : "Session revoked";
      toast({ kind: "done", title });
    } catch (error) {
      toast({ kind: "refused", title: "Revoke failed", description: sentenceOf(error, "Try again in a moment.") });
    }
    await answer.mutate().catch(() => undefined);
    setBusy(false);
    setTarget(null);
  };

  if (target) {
    const { title, loss } = question(target);
    return (
      <Dialog onClose={() => setTarget(null)} role="alertdialog" title={title}>
        <Confirmation action="Revoke" busy={busy} onConfirm={revoke} onCancel={() => setTarget(null)}>
          {loss}
        </Confirmation>
      </Dialog>
    );
  }
  const others = answer.data?.filter((session) => !session.isCurrent) ?? [];
  return (
    <Dialog onClose={onClose} title="Active Sessions" description="Every device that is signed in to your account.">
      <DialogBody flush>
        <SessionList answer={answer} onRevoke={setTarget} />
      </DialogBody>
      <DialogFoot
        lead={
          others.length > 0 && (
            <Button look="quietDanger" onClick={() => setTarget("others")}>
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
