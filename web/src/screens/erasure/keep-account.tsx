import { UserCheck } from "lucide-react";
import { useLinkAction } from "../../link-action.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";
import { TextLink } from "../../parts/text-link.tsx";

/** The target of the link in the email about the deletion of an account. Opening it changes nothing, its button does. */
export function KeepAccount() {
  usePage("Keep your account", "Keep an Attestory account that is to be deleted.");
  const { state, submit } = useLinkAction("/api/user/erasure/cancel");
  if (state.step === "done") return <Kept />;
  if (state.step === "no-token" || (state.step === "failed" && !state.canRetry)) {
    return <Refused sentence={state.sentence} />;
  }
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <UserCheck />
        </RoundMark>
      }
      title="Keep your account"
      lead="Your account is shut and will be deleted. If you keep it, you can sign in again as before."
    >
      <div className="grid gap-4">
        {state.step === "failed" && (
          <Alert kind="danger" role="alert" title="This did not work">
            <p>{state.sentence}</p>
          </Alert>
        )}
        <Button look="primary" block busy={state.step === "sending"} onClick={submit}>
          {state.step === "sending" ? "Keeping your account..." : "Keep my account"}
        </Button>
        <p className="text-sm text-muted">If you want it to be deleted, close this page: nothing has changed.</p>
      </div>
    </AuthFrame>
  );
}

const Kept = () => (
  <LinkOutcome
    isDone
    title="Your account is kept"
    sentence="Sign in as before. Applications ask you again, and API keys have to be made anew."
  >
    <div className="grid gap-4">
      <BlockLink href="/login">Go to Login</BlockLink>
      <p className="text-sm text-muted">
        Was it not you who wanted to delete it? Then someone else may know your password:{" "}
        <TextLink href="/forgot-password">set a new one</TextLink>.
      </p>
    </div>
  </LinkOutcome>
);

const Refused = ({ sentence }: { sentence: string }) => (
  <LinkOutcome isDone={false} title="This link does not work" sentence={sentence}>
    <BlockLink href="/login" look="outline">
      Go to Login
    </BlockLink>
  </LinkOutcome>
);
