import { KeyRound } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "../../page.ts";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { buttonClass } from "../../parts/button.tsx";

/** Says that a password reset by email is not available yet. */
export function ForgotPassword() {
  usePage("Forgot password", "What to do when you forgot your Attestory password.");
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <KeyRound />
        </RoundMark>
      }
      title="No reset by email yet"
      lead="It comes later in this BETA. Until then, ask the people who run this service for a way back into your account."
    >
      <Link href="/login" className={buttonClass("primary", "normal", true)}>
        Back to Login
      </Link>
    </AuthFrame>
  );
}
