import { ShieldAlert, UserX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "wouter";
import { useLinkAction } from "../../link-action.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";

interface Offer {
  icon: ReactNode;
  lead: string;
  /** What happens besides. */
  also: string | null;
  button: string;
  busy: string;
  done: string;
  notDone: string;
}

const removal: Offer = {
  icon: <UserX />,
  lead: "Someone created an account with your email address. Remove it, and its password and its links stop working.",
  also: null,
  button: "Remove the account",
  busy: "Removing the account...",
  done: "Account removed",
  notDone: "The account was not removed",
};
const securing: Offer = {
  icon: <ShieldAlert />,
  lead: "Secure your account: every device is signed out, the password stops working, and we send you a link to choose a new one.",
  also: null,
  button: "Secure my account",
  busy: "Securing your account...",
  done: "Account secured",
  notDone: "Nothing was changed",
};

/** What the link of an email about a change says of it. It only chooses the words: the service knows the change from the token. */
const alsoOf: Readonly<Record<string, string>> = {
  totp: "Two-factor authentication that was enabled is disabled again.",
  "hardware-key": "The hardware key that was added is removed again.",
};
const offerFor = (change: string | null): Offer =>
  change === null ? removal : { ...securing, also: alsoOf[change] ?? null };

/** The target of "This wasn't me" in emails. Opening it changes nothing, its button does. */
export function NotMe() {
  usePage("This wasn't me", "Undo what someone else did with your email address or your Attestory account.");
  const [search] = useSearchParams();
  const [offer] = useState(() => offerFor(search.get("change")));
  const { state, submit } = useLinkAction("/api/auth/not-me");
  if (state.step === "done") return <Done offer={offer} sentence={state.sentence} />;
  // Also after a reload of the last page: the address holds no token any more.
  if (state.step === "no-token") return <Refused title="This link does not work" sentence={state.sentence} />;
  if (state.step === "failed" && !state.canRetry) return <Refused title={offer.notDone} sentence={state.sentence} />;
  return (
    <AuthFrame mark={<RoundMark>{offer.icon}</RoundMark>} title="This wasn't me" lead={offer.lead}>
      <div className="grid gap-4">
        {offer.also && <p className="text-sm text-muted">{offer.also}</p>}
        {state.step === "failed" && (
          <Alert kind="danger" role="alert" title="This did not work">
            <p>{state.sentence}</p>
          </Alert>
        )}
        <div className="grid gap-2">
          <Button look="danger" block busy={state.step === "sending"} onClick={submit}>
            {state.step === "sending" ? offer.busy : offer.button}
          </Button>
          <BackToLogin />
        </div>
      </div>
    </AuthFrame>
  );
}

const Done = ({ offer, sentence }: { offer: Offer; sentence: string }) => (
  <LinkOutcome isDone title={offer.done} sentence={sentence}>
    <div className="grid gap-2">
      {offer === removal && <BlockLink href="/register">Create your own account</BlockLink>}
      <BackToLogin />
    </div>
  </LinkOutcome>
);

const Refused = ({ title, sentence }: { title: string; sentence: string }) => (
  <LinkOutcome isDone={false} title={title} sentence={sentence}>
    <BlockLink href="/login" look="outline">
      Back to Login
    </BlockLink>
  </LinkOutcome>
);

const BackToLogin = () => (
  <BlockLink href="/login" look="ghost">
    Back to Login
  </BlockLink>
);
