import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { useLinkToken } from "../../link-action.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";
import { NewPasswordFields } from "../../parts/new-password-fields.tsx";
import { useSession } from "../../session.tsx";

type Step = "choice" | "password" | "second-factors";
interface Outcome {
  isDone: boolean;
  sentence: string;
}
interface StepProps {
  token: string;
  onBack: () => void;
  onEnd: (outcome: Outcome) => void;
}

/** The target of a link that the operator gave to a person who cannot sign in any more. Opening it changes nothing. */
export function Rescue() {
  usePage("Get back in", "Set a new password, or remove the second factor that you lost.");
  const token = useLinkToken();
  const [step, setStep] = useState<Step>("choice");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (outcome) return <Ended outcome={outcome} />;
  if (token === null) return <Ended outcome={{ isDone: false, sentence: "Open the whole link again." }} />;
  if (step === "choice") return <Choice onChoose={setStep} />;
  const props = { token, onBack: () => setStep("choice"), onEnd: setOutcome };
  return step === "password" ? <NewPassword {...props} /> : <RemoveFactors {...props} />;
}

const Frame = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <AuthFrame
    mark={
      <RoundMark>
        <KeyRound />
      </RoundMark>
    }
    title={title}
    lead={lead}
  >
    {children}
  </AuthFrame>
);

const Choice = ({ onChoose }: { onChoose: (step: Step) => void }) => (
  <Frame title="Get back in" lead="This link does one of two things, once. Every device is signed out.">
    <div className="grid gap-2">
      <Button look="primary" block onClick={() => onChoose("password")}>
        Set a new password
      </Button>
      <Button look="outline" block onClick={() => onChoose("second-factors")}>
        Remove lost second factors
      </Button>
    </div>
  </Frame>
);

/** Ends the page if the service refused the link. Any other failure may pass. */
function endOrShow(error: unknown, onEnd: StepProps["onEnd"], show: (error: unknown) => void): void {
  if (error instanceof ApiError && error.problem?.code === "invalid_token") {
    onEnd({ isDone: false, sentence: sentenceOf(error, "Ask the operator for another link.") });
  } else show(error);
}

const Failure = ({ title, error }: { title: string; error: unknown }) => (
  <Alert kind="danger" role="alert" title={title}>
    <p>{sentenceOf(error, "Nothing you typed is lost. Try again in a moment.")}</p>
  </Alert>
);

function NewPassword({ token, onBack, onEnd }: StepProps) {
  const { refresh } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const { errors, busy, props } = useForm({
    schema: "newPasswordForm",
    submit: async (passwords) => {
      setFailure(null);
      const body = { token, ...passwords };
      const { message } = await send("message", { method: "POST", path: "/api/auth/rescue/password", body });
      await refresh().catch(() => undefined);
      onEnd({ isDone: true, sentence: message });
    },
    failed: (error) => endOrShow(error, onEnd, setFailure),
  });
  return (
    <Frame title="Set a new password" lead="If you use two-factor authentication, it stays on.">
      <form {...props} className="grid gap-4">
        {failure !== null && Object.keys(errors).length === 0 && (
          <Failure title="The password was not set" error={failure} />
        )}
        <NewPasswordFields errors={errors} />
        <div className="grid gap-2">
          <Button type="submit" look="primary" block busy={busy}>
            {busy ? "Setting the password..." : "Set password"}
          </Button>
          <Button look="ghost" block onClick={onBack}>
            Back
          </Button>
        </div>
      </form>
    </Frame>
  );
}

function RemoveFactors({ token, onBack, onEnd }: StepProps) {
  const { refresh } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async () => {
    setBusy(true);
    try {
      const call = { method: "POST", path: "/api/auth/rescue/second-factors", body: { token } } as const;
      const { message } = await send("message", call);
      await refresh().catch(() => undefined);
      onEnd({ isDone: true, sentence: message });
    } catch (error) {
      setBusy(false);
      endOrShow(error, onEnd, setFailure);
    }
  };
  return (
    <Frame
      title="Remove lost second factors"
      lead="Your authenticator app and all of your hardware keys are removed. You then sign in with your password alone."
    >
      <div className="grid gap-4">
        {failure !== null && <Failure title="This did not work" error={failure} />}
        <div className="grid gap-2">
          <Button look="danger" block busy={busy} onClick={() => void submit()}>
            {busy ? "Removing second factors..." : "Remove second factors"}
          </Button>
          <Button look="ghost" block onClick={onBack}>
            Back
          </Button>
        </div>
      </div>
    </Frame>
  );
}

const Ended = ({ outcome: { isDone, sentence } }: { outcome: Outcome }) => (
  <LinkOutcome isDone={isDone} title={isDone ? "Done" : "This link does not work"} sentence={sentence}>
    <BlockLink href="/login" look={isDone ? "primary" : "outline"}>
      {isDone ? "Go to Login" : "Back to Login"}
    </BlockLink>
  </LinkOutcome>
);
