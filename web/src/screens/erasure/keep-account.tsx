import { UserCheck } from "lucide-react";
import { usePage } from "../../page.ts";
import { BlockLink } from "../../parts/block-link.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";
import { LinkQuestion } from "../../parts/link-question.tsx";
import { TextLink } from "../../parts/text-link.tsx";

/** The target of the link in the email about the deletion of an account. */
export function KeepAccount() {
  usePage("Keep your account", "Keep an Attestory account that is to be deleted.");
  return (
    <LinkQuestion
      path="/api/user/erasure/cancel"
      icon={<UserCheck />}
      title="Keep your account"
      lead="Your account is shut and will be deleted. If you keep it, you can sign in again as before."
      action="Keep my account"
      sending="Keeping your account..."
      note="If you want it to be deleted, close this page: nothing has changed."
      done={<Kept />}
    />
  );
}

const Kept = () => (
  <LinkOutcome
    isDone
    title="Your account is kept"
    sentence="Sign in as before. Applications ask you again, and API keys have to be made anew."
  >
    <div className="grid gap-4">
      <BlockLink href="/login">Go to Login</BlockLink>
      <p className="text-sm text-muted">
        Was it not you who wanted to delete it? Then <TextLink href="/forgot-password">set a new password</TextLink>,
        and remove passkeys that are not yours.
      </p>
    </div>
  </LinkOutcome>
);
