import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { Waiting } from "../../frame/waiting.tsx";
import { keepAdminLink, keptAdminLink } from "../../kept-admin-link.ts";
import { useLinkToken } from "../../link-action.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { Button, buttonClass } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";
import { toast } from "../../parts/toasts.ts";
import { ReadProblem } from "../../read-problem.tsx";
import { useSession } from "../../session.tsx";

const page = "/admin-link";

/** The target of the link that the operator's terminal shows while there is no admin. Opening it changes nothing, its button does. */
export function AdminLink() {
  usePage("Become the first admin", "Make your account the first admin of this Attestory.");
  const opened = useLinkToken();
  const [token] = useState(() => opened ?? keptAdminLink());
  const [refusal, setRefusal] = useState<string | null>(null);
  if (refusal !== null) return <Refused sentence={refusal} />;
  if (token === null) return <Refused sentence="Open the link of the terminal again." />;
  return <ForAccount token={token} onRefused={setRefusal} />;
}

interface ForAccountProps {
  token: string;
  onRefused: (sentence: string) => void;
}

function ForAccount({ token, onRefused }: ForAccountProps) {
  const { session } = useSession();
  if (session.state === "loading") return <Waiting path={page} />;
  if (session.state === "problem") {
    return <ReadProblem title="Your account could not be loaded" error={session.error} onRetry={session.retry} />;
  }
  const user = session.state === "signed-in" ? session.user : session.pending;
  return user ? <Confirm token={token} name={user.username} onRefused={onRefused} /> : <SignInFirst token={token} />;
}

const mark = (
  <RoundMark>
    <ShieldCheck />
  </RoundMark>
);

const SignInFirst = ({ token }: { token: string }) => (
  <AuthFrame
    mark={mark}
    title="Become the first admin"
    lead="First create your account, or sign in. Do it in this tab: then you come back here."
  >
    <div className="grid gap-2">
      <Link href="/register" onClick={() => keepAdminLink(token)} className={buttonClass("primary", "normal", true)}>
        Create Account
      </Link>
      <Link
        href={`/login?redirect=${encodeURIComponent(page)}`}
        onClick={() => keepAdminLink(token)}
        className={buttonClass("outline", "normal", true)}
      >
        Sign In
      </Link>
    </div>
  </AuthFrame>
);

function Confirm({ token, name, onRefused }: ForAccountProps & { name: string }) {
  const { begin } = useSession();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async () => {
    setBusy(true);
    try {
      const answer = await send("signedIn", { method: "POST", path: "/api/auth/admin-link", body: { token } });
      keepAdminLink(null);
      begin(answer);
      toast({ kind: "done", title: "You are an admin", description: "Your address counts as verified." });
      navigate("/admin", { replace: true });
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && (error.status === 400 || error.status === 409)) {
        keepAdminLink(null);
        onRefused(sentenceOf(error, "Ask the operator for another link."));
      } else setFailure(error);
    }
  };
  return (
    <AuthFrame mark={mark} title="Become the first admin" lead={`You are signed in as ${name}.`}>
      <div className="grid gap-4">
        {failure !== null && (
          <Alert kind="danger" role="alert" title="This did not work">
            <p>{sentenceOf(failure, "Try again in a moment.")}</p>
          </Alert>
        )}
        <Button look="primary" block busy={busy} onClick={() => void submit()}>
          {busy ? "Making you an admin..." : "Make this account an admin"}
        </Button>
      </div>
    </AuthFrame>
  );
}

function Refused({ sentence }: { sentence: string }) {
  const { session } = useSession();
  const isSignedIn = session.state === "signed-in";
  return (
    <LinkOutcome isDone={false} title="This link does not work" sentence={sentence}>
      <Link href={isSignedIn ? "/dashboard" : "/login"} className={buttonClass("outline", "normal", true)}>
        {isSignedIn ? "Go to Dashboard" : "Back to Login"}
      </Link>
    </LinkOutcome>
  );
}
