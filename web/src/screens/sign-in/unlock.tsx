import { LockKeyhole } from "lucide-react";
import { useLinkAction } from "../../link-action.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";

/** The target of the link in the email about many wrong passwords. Opening it changes nothing, its button does. */
export function Unlock() {
  usePage("Sign in without waiting", "End the wait after many wrong passwords for your Attestory account.");
  const { state, submit } = useLinkAction("/api/auth/unlock");
  if (state.step === "done") return <Done />;
  if (state.step === "no-token" || (state.step === "failed" && !state.canRetry)) {
    return <Refused sentence={state.sentence} />;
  }
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <LockKeyhole />
        </RoundMark>
      }
      title="Sign in without waiting"
      lead="Many wrong passwords were given for your account, so new devices must wait before they can sign in. Is this the device that you want to sign in on?"
    >
      <div className="grid gap-4">
        {state.step === "failed" && (
          <Alert kind="danger" role="alert" title="This did not work">
            <p>{state.sentence}</p>
          </Alert>
        )}
        <Button look="primary" block busy={state.step === "sending"} onClick={submit}>
          {state.step === "sending" ? "Ending the wait..." : "Yes, end the wait"}
        </Button>
        <p className="text-sm text-muted">
          The link works once. If you do not want to sign in now, close this page: nothing has changed.
        </p>
      </div>
    </AuthFrame>
  );
}

const Done = () => (
  <LinkOutcome
    isDone
    title="You can sign in now"
    sentence="In this browser, wrong passwords of others no longer make you wait."
  >
    <BlockLink href="/login">Go to Login</BlockLink>
  </LinkOutcome>
);

const Refused = ({ sentence }: { sentence: string }) => (
  <LinkOutcome isDone={false} title="This link does not work" sentence={sentence}>
    <BlockLink href="/login" look="outline">
      Go to Login
    </BlockLink>
  </LinkOutcome>
);
