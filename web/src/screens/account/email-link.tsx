import { MailCheck, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { type LinkActionState, useLinkAction } from "../../link-action.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";

/** The target of the link that a new address gets. Opening it changes nothing, its button does. */
export function ConfirmEmail() {
  usePage("Confirm your new address", "Use another email address for your Attestory account.");
  const { state, submit } = useLinkAction("/api/auth/confirm-email");
  if (state.step === "done") {
    return (
      <LinkOutcome isDone title="Your address is changed" sentence={state.sentence}>
        <BlockLink href="/dashboard">Go to your account</BlockLink>
      </LinkOutcome>
    );
  }
  return (
    <Question
      state={state}
      mark={<MailCheck />}
      title="Confirm your new address"
      lead="From then on, this address signs in to your account. The former one can undo it for 72 hours."
    >
      <Button look="primary" block busy={state.step === "sending"} onClick={submit}>
        {state.step === "sending" ? "Changing the address..." : "Use this address"}
      </Button>
    </Question>
  );
}

/** The target of the link that the former address gets. Opening it changes nothing, its button does. */
export function UndoEmail() {
  usePage("Undo the change of your address", "Restore the email address of your Attestory account.");
  const { state, submit } = useLinkAction("/api/auth/undo-email");
  if (state.step === "done") {
    return (
      <LinkOutcome isDone title="Your address is restored" sentence={state.sentence}>
        <BlockLink href="/login">Go to Login</BlockLink>
      </LinkOutcome>
    );
  }
  return (
    <Question
      state={state}
      mark={<Undo2 />}
      title="Undo the change of your address"
      lead="Your account gets this address back. Every device is signed out, and we send you a link to choose a new password."
    >
      <Button look="danger" block busy={state.step === "sending"} onClick={submit}>
        {state.step === "sending" ? "Undoing the change..." : "Undo the change"}
      </Button>
    </Question>
  );
}

type QuestionProps = { state: LinkActionState; mark: ReactNode; title: string; lead: string; children: ReactNode };

function Question({ state, mark, title, lead, children }: QuestionProps) {
  if (state.step === "no-token" || (state.step === "failed" && !state.canRetry)) {
    return (
      <LinkOutcome isDone={false} title="This link does not work" sentence={state.sentence}>
        <BlockLink href="/login">Go to Login</BlockLink>
      </LinkOutcome>
    );
  }
  return (
    <AuthFrame mark={<RoundMark>{mark}</RoundMark>} title={title} lead={lead}>
      <div className="grid gap-4">
        {state.step === "failed" && (
          <Alert kind="danger" role="alert" title="This did not work">
            <p>{state.sentence}</p>
          </Alert>
        )}
        {children}
        <p className="text-sm text-muted">If you do not want this, close this page: nothing has changed.</p>
      </div>
    </AuthFrame>
  );
}
