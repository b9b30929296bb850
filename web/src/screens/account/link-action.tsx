import { CircleCheck, CircleX } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { Button, buttonClass } from "../../parts/button.tsx";

type LinkActionProps = {
  /** The call that the button makes, with the token of the link as its body. */
  path: string;
  mark: ReactNode;
  title: string;
  lead: ReactNode;
  button: string;
  doneTitle: string;
  failedTitle: string;
  /** Shown after the answer, which says itself what was done. */
  children: ReactNode;
};

type State =
  | { step: "ready" | "sending" }
  | { step: "done"; sentence: string }
  | { step: "failed"; sentence: string; canRetry: boolean };

/**
 * The page of a link in an email that does something only when its button is pressed: mail scanners open links. Removes the token from
 * the URL.
 */
export function LinkAction({ path, mark, title, lead, button, doneTitle, failedTitle, children }: LinkActionProps) {
  const { state, submit } = useLinkAction(path);
  if (state.step === "done") {
    return (
      <AuthFrame mark={outcomeMarks.good} title={doneTitle} lead={<span role="status">{state.sentence}</span>}>
        <div className="grid gap-2">{children}</div>
      </AuthFrame>
    );
  }
  if (state.step === "failed") {
    return (
      <AuthFrame mark={outcomeMarks.bad} title={failedTitle} lead={<span role="alert">{state.sentence}</span>}>
        <div className="grid gap-2">
          {state.canRetry && (
            <Button block onClick={submit}>
              Try again
            </Button>
          )}
          <BackToLogin />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame mark={<RoundMark>{mark}</RoundMark>} title={title} lead={lead}>
      <div className="grid gap-2">
        <Button look="danger" block busy={state.step === "sending"} onClick={submit}>
          {button}
        </Button>
        <BackToLogin />
      </div>
    </AuthFrame>
  );
}

const outcomeMarks = {
  good: (
    <RoundMark look="good">
      <CircleCheck />
    </RoundMark>
  ),
  bad: (
    <RoundMark look="bad">
      <CircleX />
    </RoundMark>
  ),
};

const BackToLogin = () => (
  <Link href="/login" className={buttonClass("ghost", "normal", true)}>
    Back to Login
  </Link>
);

function useLinkAction(path: string) {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token"));
  const [page, navigate] = useLocation();
  const [state, setState] = useState<State>(
    token === null ? { step: "failed", sentence: "This link has no token", canRetry: false } : { step: "ready" },
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: removes the token once, on arrival
  useEffect(() => {
    if (token !== null) navigate(page, { replace: true });
  }, []);

  const submit = async () => {
    setState({ step: "sending" });
    try {
      const { message } = await send("message", { method: "POST", path, body: { token } });
      setState({ step: "done", sentence: message });
    } catch (error) {
      const sentence = sentenceOf(error, "This did not work. Please try again.");
      setState({ step: "failed", sentence, canRetry: !isRefusedLink(error) });
    }
  };
  return { state, submit };
}

/** The same link would be refused again. */
const isRefusedLink = (error: unknown) => error instanceof ApiError && error.status === 400;
