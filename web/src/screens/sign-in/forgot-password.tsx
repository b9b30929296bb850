import { KeyRound, MailCheck } from "lucide-react";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { keepWayBack } from "../../kept-way-back.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { InDevInbox } from "../../parts/in-dev-inbox.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { withWayBack } from "../../way-back.ts";

/** Asks for an email with a link that sets a new password. */
export function ForgotPassword() {
  usePage("Forgot password", "Get a link that sets a new password for your Attestory account.");
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? <Ask onSent={setSentTo} /> : <Sent email={sentTo} onAgain={() => setSentTo(null)} />;
}

function Ask({ onSent }: { onSent: (email: string) => void }) {
  const [refusal, setRefusal] = useState<unknown>(null);
  const form = useForm({
    schema: "forgotPassword",
    submit: async ({ email }) => {
      await send("message", { method: "POST", path: "/api/auth/forgot-password", body: { email } });
      keepWayBack();
      onSent(email);
    },
    failed: setRefusal,
  });
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <KeyRound />
        </RoundMark>
      }
      title="Forgot your password?"
      lead="Enter the address of your account. We send a link to it that sets a new password."
    >
      <form {...form.props} className="grid gap-4">
        {refusal !== null && Object.keys(form.errors).length === 0 && (
          <Alert kind="danger" role="alert" title="The email was not requested">
            <p>{sentenceOf(refusal, "Try again in a moment.")}</p>
          </Alert>
        )}
        <TextField label="Email" name="email" type="email" autoComplete="email" required error={form.errors.email} />
        <Button type="submit" look="primary" block busy={form.busy}>
          {form.busy ? "Sending the link..." : "Send the link"}
        </Button>
      </form>
      <p className="mt-5 text-center">
        <TextLink href={withWayBack("/login")}>Back to Login</TextLink>
      </p>
    </AuthFrame>
  );
}

const Sent = ({ email, onAgain }: { email: string; onAgain: () => void }) => (
  <AuthFrame
    mark={
      <RoundMark look="good">
        <MailCheck />
      </RoundMark>
    }
    title="Check your inbox"
    announced
    lead={
      <>
        If <strong className="font-medium text-ink">{email}</strong> has an account, we sent a link to it.
      </>
    }
  >
    <div className="grid gap-4">
      <Alert kind="success" role="status" title="The link works once, within 30 minutes">
        <p>Check your inbox and your spam folder. We send at most one a minute, and only the newest link works.</p>
        <InDevInbox />
      </Alert>
      <div className="grid gap-2">
        <BlockLink href={withWayBack("/login")}>Back to Login</BlockLink>
        <Button block onClick={onAgain}>
          Send another link
        </Button>
      </div>
    </div>
  </AuthFrame>
);
