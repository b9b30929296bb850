import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { loginAfterEmail } from "../../kept-way-back.ts";
import { useLinkToken } from "../../link-action.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";
import { NewPasswordFields } from "../../parts/new-password-fields.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { useSession } from "../../session.tsx";

type State = { step: "form" | "done" } | { step: "refused"; sentence: string };

interface Wording {
  title: string;
  lead: string;
  done: string;
}

const anotherPassword: Wording = {
  title: "Set a new password",
  lead: "Every device is signed out. If you use two-factor authentication, it stays on.",
  done: "Every device was signed out. Sign in with the new password.",
};
const firstPassword: Wording = {
  title: "Choose a password",
  lead: "An account was created for your email address. With this password you sign in to it.",
  done: "Your email address is verified. Sign in with your password.",
};

/**
 * The target of the link in the email that sets a new password. Opening it changes nothing. `first` in its query: a program created the
 * account.
 */
export function ResetPassword() {
  const [search] = useSearchParams();
  const [wording] = useState(() => (search.has("first") ? firstPassword : anotherPassword));
  usePage(wording.title, "Choose a new password for your Attestory account.");
  const token = useLinkToken();
  const [state, setState] = useState<State>({ step: "form" });
  if (token === null) return <Refused sentence="Please open the link of the email again." />;
  if (state.step === "done") return <Done sentence={wording.done} />;
  if (state.step === "refused") return <Refused sentence={state.sentence} />;
  return <NewPassword token={token} wording={wording} onEnd={setState} />;
}

interface NewPasswordProps {
  token: string;
  wording: Wording;
  onEnd: (state: State) => void;
}

function NewPassword({ token, wording, onEnd }: NewPasswordProps) {
  const { refresh } = useSession();
  const [refusal, setRefusal] = useState<unknown>(null);
  const { errors, busy, props } = useForm({
    schema: "newPasswordForm",
    submit: async (passwords) => {
      setRefusal(null);
      await send("message", { method: "POST", path: "/api/auth/reset-password", body: { token, ...passwords } });
      // If this browser was signed in to the account, that session has ended too.
      await refresh().catch(() => undefined);
      onEnd({ step: "done" });
    },
    failed: (error) => {
      if (error instanceof ApiError && error.problem?.code === "invalid_token") {
        onEnd({ step: "refused", sentence: sentenceOf(error, "Ask for a new one.") });
      } else setRefusal(error);
    },
  });
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <KeyRound />
        </RoundMark>
      }
      title={wording.title}
      lead={wording.lead}
    >
      <form {...props} className="grid gap-4">
        {refusal !== null && Object.keys(errors).length === 0 && (
          <Alert kind="danger" role="alert" title="The password was not set">
            <p>{sentenceOf(refusal, "Nothing you typed is lost. Try again in a moment.")}</p>
          </Alert>
        )}
        <NewPasswordFields errors={errors} />
        <Button type="submit" look="primary" block busy={busy}>
          {busy ? "Setting the password..." : "Set password"}
        </Button>
      </form>
    </AuthFrame>
  );
}

const Done = ({ sentence }: { sentence: string }) => (
  <LinkOutcome isDone title="Your password is set" sentence={sentence}>
    <BlockLink href={loginAfterEmail()}>Go to Login</BlockLink>
  </LinkOutcome>
);

const Refused = ({ sentence }: { sentence: string }) => (
  <LinkOutcome isDone={false} title="This link does not work" sentence={sentence}>
    <div className="grid gap-4">
      <BlockLink href="/forgot-password">Send another link</BlockLink>
      <p className="text-center">
        <TextLink href={loginAfterEmail()}>Back to Login</TextLink>
      </p>
    </div>
  </LinkOutcome>
);
