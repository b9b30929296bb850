import { useHistoryState } from "wouter/use-browser-location";
import { usePage } from "../../page.ts";
import { BlockLink } from "../../parts/block-link.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";

/** Shown after an owner said of an event that it was not theirs. The address, if the page that leads here said it. */
export function Secured() {
  usePage("Account locked down", "Your sessions and your password have ended.");
  const state = useHistoryState<{ email?: unknown } | null>();
  const email = typeof state?.email === "string" ? state.email : "your address";
  return (
    <LinkOutcome
      isDone
      title="Your account is locked down"
      sentence={`Everything that was signed in is signed out. Open the link we sent to ${email} to set a new password.`}
    >
      <BlockLink href="/login">Back to Login</BlockLink>
    </LinkOutcome>
  );
}
