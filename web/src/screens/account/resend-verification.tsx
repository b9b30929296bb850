import { Mail, MailCheck } from "lucide-react";
import { useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { InDevInbox } from "../../parts/in-dev-inbox.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { withWayBack } from "../../way-back.ts";
import { ResendForm } from "./resend-form.tsx";

/** The previous screen passes the address in the history entry, never in the URL. */
function useEmailFromBefore(): string {
  const state: unknown = useHistoryState<unknown>();
  const email = typeof state === "object" && state !== null && "email" in state ? state.email : "";
  return typeof email === "string" ? email : "";
}

/** Screen to request the verification email again. */
export function ResendVerification() {
  usePage("Resend verification", "Get the link that verifies your email address once more.");
  const before = useEmailFromBefore();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? (
    <AuthFrame
      mark={
        <RoundMark>
          <Mail />
        </RoundMark>
      }
      title="Resend verification"
      lead="Enter the address you signed up with."
    >
      <ResendForm email={before} onSent={setSentTo} />
      <p className="mt-5 text-center">
        <TextLink href={withWayBack("/login")}>Back to Login</TextLink>
      </p>
    </AuthFrame>
  ) : (
    <Sent email={sentTo} onAgain={() => setSentTo(null)} />
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthFrame
      mark={
        <RoundMark look="good">
          <MailCheck />
        </RoundMark>
      }
      title="Check your inbox"
      lead={
        <>
          If <strong className="font-medium text-ink">{email}</strong> is not verified yet, we sent a new link to it.
        </>
      }
      foot={
        <span className="text-sm">
          Wrong address? <TextLink href={withWayBack("/register")}>Create the account again</TextLink>
        </span>
      }
    >
      <div className="grid gap-4">
        <Alert kind="success" role="status" title="Verification Email Sent">
          <p>Check your inbox and your spam folder. The link works for 24 hours. We send at most one a minute.</p>
          <InDevInbox />
        </Alert>
        <div className="grid gap-2">
          <BlockLink href={withWayBack("/login")}>Back to Login</BlockLink>
          <Button block onClick={onAgain}>
            Resend Another Email
          </Button>
        </div>
      </div>
    </AuthFrame>
  );
}
