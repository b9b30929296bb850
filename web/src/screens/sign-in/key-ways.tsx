import { Fingerprint, KeyRound } from "lucide-react";
import { type RefObject, useState } from "react";
import { sentenceOf } from "../../api-error.ts";
import type { Parsed } from "../../load-schemas.ts";
import { Button } from "../../parts/button.tsx";
import { toast } from "../../parts/toasts.ts";
import { useSession } from "../../session.tsx";
import { CeremonyEnded, supportsWebAuthn } from "../../webauthn.ts";
import { useShutRefusal } from "../erasure/shut-account.ts";
import { completeKeySignIn, type KeyChoices, signInWithKey } from "./key-sign-in.ts";
import type { SecondStep } from "./use-login.ts";
import { usePasskeyOffer } from "./use-passkey-offer.ts";

type KeyWaysProps = { form: RefObject<HTMLFormElement | null>; step: SecondStep };

/** Signing in with a key: as a passkey instead of a password, or as the second factor after it. */
export function KeyWays({ form, step }: KeyWaysProps) {
  const { methods, loginTicket, asksEmailCode } = step;
  if (methods?.includes("hardware_key") && loginTicket !== null) {
    return <HardwareKeyWay form={form} loginTicket={loginTicket} />;
  }
  return !methods && !asksEmailCode && supportsWebAuthn() && <PasskeyWay form={form} />;
}

function HardwareKeyWay({ form, loginTicket }: { form: KeyWaysProps["form"]; loginTicket: string }) {
  const { busy, begin } = useKeySignIn();
  const use = () => {
    const choices = choicesIn(form.current);
    return begin(() => signInWithKey({ loginTicket, ...choices }), choices);
  };
  return (
    <>
      <Or />
      <Button block busy={busy} onClick={use}>
        {!busy && <KeyRound aria-hidden="true" className="size-4" />}
        {busy ? "Follow your browser..." : "Use a hardware key"}
      </Button>
    </>
  );
}

function PasskeyWay({ form }: { form: KeyWaysProps["form"] }) {
  const { busy, begin } = useKeySignIn();
  const offerAgain = usePasskeyOffer(
    () => form.current?.querySelector("[name=email]") ?? null,
    (credential) => {
      const choices = choicesIn(form.current);
      void begin(() => completeKeySignIn(credential, choices), choices);
    },
  );
  const use = async () => {
    const choices = choicesIn(form.current);
    const isSignedIn = await begin(() => signInWithKey(choices), choices);
    if (!isSignedIn) offerAgain();
  };
  return (
    <>
      <Or />
      <Button block busy={busy} onClick={use}>
        {!busy && <Fingerprint aria-hidden="true" className="size-4" />}
        {busy ? "Follow your browser..." : "Sign in with a passkey"}
      </Button>
    </>
  );
}

const Or = () => (
  <p className="flex items-center gap-3 text-xs text-subtle before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
    or
  </p>
);

const choicesIn = (form: HTMLFormElement | null): KeyChoices => {
  const data = form ? new FormData(form) : new FormData();
  return { rememberMe: data.has("rememberMe"), trustDevice: data.has("trustDevice") };
};

/** Runs one sign-in at a time. `begin` returns whether the user is signed in. */
function useKeySignIn() {
  const session = useSession();
  const showShut = useShutRefusal();
  const [busy, setBusy] = useState(false);
  const begin = async (signIn: () => Promise<Parsed<"signedIn">>, { rememberMe }: KeyChoices): Promise<boolean> => {
    if (!supportsWebAuthn()) {
      toast({ kind: "refused", title: "Not Supported", description: "WebAuthn is not supported in this browser." });
      return false;
    }
    setBusy(true);
    try {
      session.begin(await signIn(), rememberMe);
      return true;
    } catch (error) {
      if (!showShut(error)) toast({ kind: "refused", title: "Login failed", description: reasonOf(error) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, begin };
}

const reasonOf = (error: unknown) =>
  error instanceof CeremonyEnded
    ? "No key was used. Try again, or sign in another way."
    : sentenceOf(error, "Try again in a moment.");
