import { CircleCheck, CircleX, Mail } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { read } from "../../api.ts";
import { sentenceOf, Unreachable } from "../../api-error.ts";
import { useCountdown } from "../../countdown.ts";
import { loginAfterEmail } from "../../kept-way-back.ts";
import { usePage } from "../../page.ts";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { useDestination } from "../../parts/destination.tsx";
import { toast } from "../../parts/toasts.ts";
import { useSession } from "../../session.tsx";
import { ResendForm } from "./resend-form.tsx";

type Outcome =
  | { state: "pending" }
  | { state: "verified"; asksForCode: boolean; isSignedIn: boolean }
  | { state: "failed"; sentence: string };

/** The target of the link in the verification email: verifies once on load and removes the token from the URL. */
export function VerifyEmail() {
  usePage("Verify your email", "Verify the email address of your Attestory account.");
  const outcome = useVerification();
  if (outcome.state === "failed") return <Failed sentence={outcome.sentence} />;
  return outcome.state === "verified" ? <Verified {...outcome} /> : <Pending />;
}

function useVerification(): Outcome {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token"));
  const [, navigate] = useLocation();
  const { session, begin, refresh } = useSession();
  const hasStarted = useRef(false);
  const [outcome, setOutcome] = useState<Outcome>(
    token === null ? { state: "failed", sentence: "No verification token provided" } : { state: "pending" },
  );

  const verify = async () => {
    try {
      const path = `/api/auth/verify-email?token=${encodeURIComponent(token ?? "")}`;
      const { asksForCode, signedIn } = await read("emailVerified", path);
      setOutcome({ state: "verified", asksForCode, isSignedIn: signedIn !== null });
      toast({ kind: "done", title: "Email Verified" });
      if (signedIn) begin(signedIn);
      // Verification ends the session from registration, so read the session again.
      else if (session.state !== "signed-in") void refresh();
    } catch (error) {
      setOutcome({ state: "failed", sentence: screenText(error) });
      toast({ kind: "refused", title: "Verification Failed", description: toastText(error) });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: verifies once, even if React runs effects twice
  useEffect(() => {
    if (token === null || hasStarted.current) return;
    hasStarted.current = true;
    // Do this before the answer arrives: by then the user may have left, and this history entry could not be changed.
    navigate("/verify-email", { replace: true });
    void verify();
  }, []);
  return outcome;
}

const toastText = (error: unknown) =>
  error instanceof Unreachable
    ? "A network error occurred. Please try again."
    : sentenceOf(error, "Invalid or expired verification token");

const screenText = (error: unknown) =>
  error instanceof Unreachable ? "Network error occurred" : sentenceOf(error, "Verification failed");

function Pending() {
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <Mail />
        </RoundMark>
      }
      title="Verifying your email"
      lead="This takes a moment."
    >
      <div role="progressbar" aria-label="Verifying" className="h-1.5 overflow-hidden rounded-sm bg-active">
        <div className="h-full w-1/3 animate-progress rounded-sm bg-accent-text" />
      </div>
    </AuthFrame>
  );
}

function Verified({ asksForCode, isSignedIn }: { asksForCode: boolean; isSignedIn: boolean }) {
  // Signing in forgets it.
  const [next] = useState(loginAfterEmail);
  const application = useDestination(new URL(next, location.origin).search);
  const signedInPlace = application?.name ?? (next === "/login" ? "your dashboard" : "where you came from");
  const place = isSignedIn ? signedInPlace : "sign-in";
  return (
    <AuthFrame
      mark={
        <RoundMark look="good">
          <CircleCheck />
        </RoundMark>
      }
      title="Email Verified"
      lead={<Countdown next={next} place={place} />}
    >
      {asksForCode && (
        <p className="mb-4 text-sm text-muted">
          You registered in another browser. Your first sign-in asks for a code, which we send to this address.
        </p>
      )}
      <BlockLink href={next}>
        {isSignedIn ? <span className="min-w-0 truncate">Go on to {place}</span> : "Go to Login"}
      </BlockLink>
    </AuthFrame>
  );
}

/** Goes on after three seconds. */
function Countdown({ next, place }: { next: string; place: string }) {
  const [, navigate] = useLocation();
  const { left, start } = useCountdown();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the three seconds begin once
  useEffect(() => {
    start(3);
    const timer = setTimeout(() => navigate(next), 3000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      Going to {place} in <span className="tabular-nums">{left || 3}</span> {left === 1 ? "second" : "seconds"}.
    </>
  );
}

function Failed({ sentence }: { sentence: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const askForAddress = () =>
    toast({ kind: "refused", title: "Email Required", description: "Please enter your email address" });
  return (
    <AuthFrame
      mark={
        <RoundMark look="bad">
          <CircleX />
        </RoundMark>
      }
      title="Verification failed"
      lead={<span role="alert">{sentence}</span>}
    >
      <ResendForm onSent={setSentTo} onEmpty={askForAddress} />
      {sentTo && (
        <p role="status" className="mt-3 text-center text-sm text-muted wrap-anywhere">
          If {sentTo} is not verified yet, we sent a new link to it. We send at most one a minute.
        </p>
      )}
      <div className="mt-2">
        <BlockLink href={loginAfterEmail()} look="ghost">
          Back to Login
        </BlockLink>
      </div>
    </AuthFrame>
  );
}
