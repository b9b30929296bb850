import { UserX } from "lucide-react";
import { Link } from "wouter";
import { useLinkAction } from "../../link-action.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { Button, buttonClass } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";

/** The target of "This wasn't me" in the verification email. Opening it changes nothing, its button does. */
export function NotMe() {
  usePage("This wasn't me", "Remove an Attestory account that someone else created with your email address.");
  const { state, submit } = useLinkAction("/api/auth/not-me");
  if (state.step === "done") return <Done sentence={state.sentence} />;
  // Also after a reload of "Account removed": the address holds no token any more.
  if (state.step === "no-token") return <Refused title="This link does not work" sentence={state.sentence} />;
  if (state.step === "failed" && !state.canRetry) {
    return <Refused title="The account was not removed" sentence={state.sentence} />;
  }
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <UserX />
        </RoundMark>
      }
      title="This wasn't me"
      lead="Someone created an account with your email address. Remove it, and its password and its links stop working."
    >
      <div className="grid gap-4">
        {state.step === "failed" && (
          <Alert kind="danger" role="alert" title="This did not work">
            <p>{state.sentence}</p>
          </Alert>
        )}
        <div className="grid gap-2">
          <Button look="danger" block busy={state.step === "sending"} onClick={submit}>
            {state.step === "sending" ? "Removing the account..." : "Remove the account"}
          </Button>
          <BackToLogin />
        </div>
      </div>
    </AuthFrame>
  );
}

const Done = ({ sentence }: { sentence: string }) => (
  <LinkOutcome isDone title="Account removed" sentence={sentence}>
    <div className="grid gap-2">
      <Link href="/register" className={buttonClass("primary", "normal", true)}>
        Create your own account
      </Link>
      <BackToLogin />
    </div>
  </LinkOutcome>
);

const Refused = ({ title, sentence }: { title: string; sentence: string }) => (
  <LinkOutcome isDone={false} title={title} sentence={sentence}>
    <Link href="/login" className={buttonClass("outline", "normal", true)}>
      Back to Login
    </Link>
  </LinkOutcome>
);

const BackToLogin = () => (
  <Link href="/login" className={buttonClass("ghost", "normal", true)}>
    Back to Login
  </Link>
);
