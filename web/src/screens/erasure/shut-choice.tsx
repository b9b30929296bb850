import { Clock, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";
import { withWayBack } from "../../way-back.ts";
import { DayAndTime } from "./day-and-time.tsx";
import type { ShutAccount } from "./shut-account.ts";

/** Keeps a shut account, or after a sign-in deletes it now, which is asked once more. */
export function ShutChoice({ account }: { account: ShutAccount }) {
  const [step, setStep] = useState<"shut" | "asked" | "deleted" | "over">("shut");
  const over = () => setStep("over");
  if (step === "over") return <Over />;
  if (step === "deleted") return <Deleted />;
  return step === "asked" ? (
    <DeleteNow account={account} onOver={over} onBack={() => setStep("shut")} onDeleted={() => setStep("deleted")} />
  ) : (
    <Shut account={account} onOver={over} onDelete={() => setStep("asked")} />
  );
}

type ShutProps = { account: ShutAccount; onOver: () => void; onDelete: () => void };

function Shut({ account: { erasesAt, token, mayDelete }, onOver, onDelete }: ShutProps) {
  const { busy, failure, call } = useErasureCall(onOver);
  const [, navigate] = useLocation();
  const keep = async () => {
    if (await call("cancel", { token })) {
      navigate(withWayBack("/login"), { replace: true, state: { isKept: true } });
    }
  };
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <Clock />
        </RoundMark>
      }
      title="Your account is shut"
      announced
      lead={
        <>
          It will be deleted on <DayAndTime at={erasesAt} />. Until then, you can keep it.
        </>
      }
    >
      <div className="grid gap-4">
        <Failure failure={failure} />
        <div className="grid gap-2">
          <Button look="primary" block busy={busy} onClick={() => void keep()}>
            {busy ? "Keeping your account..." : "Keep my account"}
          </Button>
          {mayDelete && (
            <Button look="quietDanger" block disabled={busy} onClick={onDelete}>
              Delete now
            </Button>
          )}
          <BlockLink href={withWayBack("/login")} look="ghost">
            Back to Login
          </BlockLink>
        </div>
        {!mayDelete && <p className="text-sm text-muted">To delete it now, sign in once more.</p>}
      </div>
    </AuthFrame>
  );
}

type DeleteNowProps = { account: ShutAccount; onOver: () => void; onBack: () => void; onDeleted: () => void };

function DeleteNow({ account: { token }, onOver, onBack, onDeleted }: DeleteNowProps) {
  const { busy, failure, call } = useErasureCall(onOver);
  const deleteNow = async () => {
    if (await call("now", { erasureTicket: token })) onDeleted();
  };
  return (
    <AuthFrame
      mark={
        <RoundMark look="bad">
          <TriangleAlert />
        </RoundMark>
      }
      title="Delete your account now?"
      announced
      lead="Your data is erased for good, and your applications are deleted. This cannot be undone."
    >
      <div className="grid gap-4">
        <Failure failure={failure} />
        <div className="grid gap-2">
          <Button look="danger" block busy={busy} onClick={() => void deleteNow()}>
            {busy ? "Deleting your account..." : "Delete now"}
          </Button>
          <Button look="ghost" block disabled={busy} onClick={onBack}>
            Cancel
          </Button>
        </div>
      </div>
    </AuthFrame>
  );
}

const Deleted = () => (
  <LinkOutcome
    isDone
    title="Your account is deleted"
    sentence="An email with a receipt is on its way. Your address and your username are free again."
  >
    <BlockLink href="/login" look="outline">
      Back to Login
    </BlockLink>
  </LinkOutcome>
);

/** The ticket is too old, or the account was kept or deleted meanwhile. */
const Over = () => (
  <LinkOutcome isDone={false} title="Please sign in again" sentence="This took too long, or your account has changed.">
    <BlockLink href={withWayBack("/login")}>Go to Login</BlockLink>
  </LinkOutcome>
);

const Failure = ({ failure }: { failure: unknown }) =>
  failure !== null && (
    <Alert kind="danger" role="alert" title="This did not work">
      <p>{sentenceOf(failure, "Try again in a moment.")}</p>
    </Alert>
  );

/** `onOver`: the ticket does not count any more. */
function useErasureCall(onOver: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** Whether it was done. */
  const call = async (what: "cancel" | "now", body: object): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await send("message", { method: "POST", path: `/api/user/erasure/${what}`, body });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) onOver();
      else setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, call };
}
