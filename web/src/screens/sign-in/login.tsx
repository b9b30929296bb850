import type { User } from "@attestory/http/routing/answers.ts";
import { type RefObject, useEffect, useState } from "react";
import { Link, Redirect } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useExactSearch } from "../../exact-search.ts";
import { usePage } from "../../page.ts";
import { AuthFrame } from "../../parts/auth-frame.tsx";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { PasswordField } from "../../parts/password-field.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { needsFullNavigation, redirectTarget } from "../../redirect-target.ts";
import { useSession } from "../../session.tsx";
import { forgetWayBack, withWayBack } from "../../way-back.ts";
import { KeyWays } from "./key-ways.tsx";
import { loginHint } from "./login-hint.ts";
import { AccountKept, CheckYourEmail, LoginProblem } from "./login-notices.tsx";
import { SecondStepFields } from "./second-step-fields.tsx";
import { askedField, asksForStep, type LoginFailure, type SecondStep, useLogin } from "./use-login.ts";

/** The sign-in screen. It redirects signed-in users to the page that they requested. */
export function Login() {
  usePage("Sign in", "Sign in to your Attestory account.");
  const { session } = useSession();
  const search = useExactSearch();
  if (session.state === "signed-in" && !session.hasEnded) {
    return <RedirectTo target={redirectTarget(new URLSearchParams(search).get("redirect"), location.origin)} />;
  }
  return <LoginForm />;
}

function RedirectTo({ target }: { target: string }) {
  const leaves = needsFullNavigation(target);
  useEffect(() => {
    if (!leaves) return;
    forgetWayBack();
    location.assign(target);
  }, [leaves, target]);
  return leaves ? null : <Redirect to={target} replace />;
}

/** Starts as the address that an application expects, or as that of a registration, and stays when a refused sign-in ends the session that the registration began. */
function useEmail(pending: User | null, hint: string) {
  const [typed, setTyped] = useState<string | null>(hint || null);
  if (typed === null && pending) setTyped(pending.email);
  return [typed ?? "", setTyped] as const;
}

function LoginForm() {
  const { session } = useSession();
  const pending = session.state === "signed-out" ? session.pending : null;
  const hint = loginHint(useExactSearch());
  const [email, setEmail] = useEmail(pending, hint);
  const { form, failure, step, forget, wait } = useLogin(email);
  const asked = askedField(step);
  useFocusOn(form.props.ref, asked ?? (failure || pending || hint ? "password" : "email"), failure);

  return (
    <AuthFrame
      title={asked ? "One more step" : "Sign in to Attestory"}
      lead={leadOf(step)}
      foot={
        <>
          New here? <TextLink href={withWayBack("/register")}>Create an account</TextLink>
        </>
      }
    >
      <form {...form.props} className="grid gap-4">
        <Notice failure={failure} pending={pending} wait={wait} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            forget();
          }}
          error={form.errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          aside={
            <Link href={withWayBack("/forgot-password")} className="rounded-sm text-accent-text hover:underline">
              Forgot password
            </Link>
          }
          error={form.errors.password}
        />
        {/* Stays in the form: the second step must not take back the choice of the first. */}
        <div hidden={asked !== null}>
          <Checkbox label="Remember me" name="rememberMe" defaultChecked />
        </div>
        <SecondStepFields step={step} errors={form.errors} />
        <Button type="submit" look="primary" block busy={form.busy} disabled={wait > 0}>
          {form.busy ? "Signing in..." : "Sign In"}
        </Button>
        <KeyWays form={form.props.ref} step={step} />
      </form>
    </AuthFrame>
  );
}

type NoticeProps = { failure: LoginFailure | null; pending: User | null; wait: number };

function Notice({ failure, pending, wait }: NoticeProps) {
  const state = useHistoryState<{ isKept?: unknown } | null>();
  if (failure === null && state?.isKept === true) return <AccountKept />;
  if (failure === null) return pending && <CheckYourEmail email={pending.email} />;
  if (asksForStep(failure.error)) return null;
  return <LoginProblem error={failure.error} email={failure.email} wait={wait} />;
}

function leadOf(step: SecondStep): string {
  if (askedField(step) === null) return "Welcome back.";
  const needsNoCode = step.methods?.includes("hardware_key") && !step.methods.includes("totp");
  return needsNoCode
    ? "Use your hardware key or a recovery code to finish signing in."
    : "Enter the code to finish signing in.";
}

/** Moves the focus: to the email first, to the code if one is asked for, to the password after a refusal. */
function useFocusOn(form: RefObject<HTMLFormElement | null>, name: string, failure: object | null) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus again
  useEffect(() => {
    const input = form.current?.elements.namedItem(name);
    if (input instanceof HTMLElement) input.focus();
  }, [form, name, failure]);
}
