import { LockKeyhole } from "lucide-react";
import { usePage } from "../../page.ts";
import { BlockLink } from "../../parts/block-link.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";
import { LinkQuestion } from "../../parts/link-question.tsx";

/** The target of the link in the email about many wrong passwords. */
export function Unlock() {
  usePage("Sign in without waiting", "End the wait after many wrong passwords for your Attestory account.");
  return (
    <LinkQuestion
      path="/api/auth/unlock"
      icon={<LockKeyhole />}
      title="Sign in without waiting"
      lead="Many wrong passwords were given for your account, so new devices must wait before they can sign in. Is this the device that you want to sign in on?"
      action="Yes, end the wait"
      sending="Ending the wait..."
      note="The link works once. If you do not want to sign in now, close this page: nothing has changed."
      done={<Done />}
    />
  );
}

const Done = () => (
  <LinkOutcome
    isDone
    title="You can sign in now"
    sentence="In this browser, wrong passwords of others no longer make you wait."
  >
    <BlockLink href="/login">Go to Login</BlockLink>
  </LinkOutcome>
);
