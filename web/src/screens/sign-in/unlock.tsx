import { CircleCheck, CircleX, LockKeyhole } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { Button, buttonClass } from "../../parts/button.tsx";

type State = { is: "idle" | "sending" | "done" } | { is: "unanswered" | "refused"; sentence: string };

/** The target of the link in the email about many wrong passwords. Opening it changes nothing, its button does. */
export function Unlock() {
  usePage("Sign in without waiting", "End the wait after many wrong passwords for your Attestory account.");
  const token = useTokenOfUrl();
  const [state, setState] = useState<State>(
    token === null ? { is: "refused", sentence: "Please open the link of the email again." } : { is: "idle" },
  );

  const unlock = async () => {
    setState({ is: "sending" });
    try {
      await send("message", { method: "POST", path: "/api/auth/unlock", body: { token } });
      setState({ is: "done" });
    } catch (error) {
      setState({
        is: isFinal(error) ? "refused" : "unanswered",
        sentence: sentenceOf(error, "Try again in a moment."),
      });
    }
  };

  if (state.is === "done") return <Done />;
  if (state.is === "refused") return <Refused sentence={state.sentence} />;
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
        {state.is === "unanswered" && (
          <Alert kind="danger" role="alert" title="This did not work">
            <p>{state.sentence}</p>
          </Alert>
        )}
        <Button look="primary" block busy={state.is === "sending"} onClick={() => void unlock()}>
          {state.is === "sending" ? "Ending the wait..." : "Yes, end the wait"}
        </Button>
        <p className="text-sm text-muted">
          The link works once. If you do not want to sign in now, close this page: nothing has changed.
        </p>
      </div>
    </AuthFrame>
  );
}

/** The service has refused this link. Any other failure may pass. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status === 400;

/** Removes the token from the address, so that neither the history nor a `Referer` keeps it. */
function useTokenOfUrl(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token"));
  const [, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (token !== null) navigate("/unlock", { replace: true });
  }, []);
  return token;
}

const Done = () => (
  <AuthFrame
    mark={
      <RoundMark look="good">
        <CircleCheck />
      </RoundMark>
    }
    title="You can sign in now"
    lead={<span role="status">In this browser, wrong passwords of others no longer make you wait.</span>}
  >
    <Link href="/login" className={buttonClass("primary", "normal", true)}>
      Go to Login
    </Link>
  </AuthFrame>
);

const Refused = ({ sentence }: { sentence: string }) => (
  <AuthFrame
    mark={
      <RoundMark look="bad">
        <CircleX />
      </RoundMark>
    }
    title="This link does not work"
    lead={<span role="alert">{sentence}</span>}
  >
    <Link href="/login" className={buttonClass("outline", "normal", true)}>
      Go to Login
    </Link>
  </AuthFrame>
);
