import type { ReactNode } from "react";
import { useLinkAction } from "../link-action.ts";
import { Alert } from "./alert.tsx";
import { AuthFrame, RoundMark } from "./auth-frame.tsx";
import { BlockLink } from "./block-link.tsx";
import { Button } from "./button.tsx";
import { LinkOutcome } from "./link-outcome.tsx";

interface LinkQuestionProps {
  /** The call that takes the link's token. */
  path: string;
  icon: ReactNode;
  title: string;
  lead: string;
  /** The button, and while it works. */
  action: string;
  sending: string;
  /** What happens without the button. */
  note: string;
  done: ReactNode;
}

/** The target of an email's link whose opening changes nothing: its button does. */
export function LinkQuestion({ path, icon, title, lead, action, sending, note, done }: LinkQuestionProps) {
  const { state, submit } = useLinkAction(path);
  if (state.step === "done") return done;
  if (state.step === "no-token" || (state.step === "failed" && !state.canRetry)) {
    return (
      <LinkOutcome isDone={false} title="This link does not work" sentence={state.sentence}>
        <BlockLink href="/login" look="outline">
          Go to Login
        </BlockLink>
      </LinkOutcome>
    );
  }
  return (
    <AuthFrame mark={<RoundMark>{icon}</RoundMark>} title={title} lead={lead}>
      <div className="grid gap-4">
        {state.step === "failed" && (
          <Alert kind="danger" role="alert" title="This did not work">
            <p>{state.sentence}</p>
          </Alert>
        )}
        <Button look="primary" block busy={state.step === "sending"} onClick={submit}>
          {state.step === "sending" ? sending : action}
        </Button>
        <p className="text-sm text-muted">{note}</p>
      </div>
    </AuthFrame>
  );
}
