import { UserX } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "../../page.ts";
import { buttonClass } from "../../parts/button.tsx";
import { LinkAction } from "./link-action.tsx";

/** The target of "This wasn't me" in the verification email. */
export function NotMe() {
  usePage("This wasn't me", "Remove an Attestory account that somebody else created with your email address.");
  return (
    <LinkAction
      path="/api/auth/not-me"
      mark={<UserX />}
      title="This wasn't me"
      lead="Somebody created an account with your email address. Remove it, and its password and its links stop working."
      button="Remove the account"
      doneTitle="Account removed"
      failedTitle="The account was not removed"
    >
      <Link href="/register" className={buttonClass("primary", "normal", true)}>
        Create your own account
      </Link>
      <Link href="/login" className={buttonClass("ghost", "normal", true)}>
        Back to Login
      </Link>
    </LinkAction>
  );
}
