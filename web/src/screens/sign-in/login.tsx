import type { User } from "@attestory/command-api/api-schema";
import { type RefObject, useEffect, useState } from "react";
import { Link, Redirect, useSearch } from "wouter";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useCountdown } from "../../countdown.ts";
import { useForm } from "../../form.ts";
import { usePage } from "../../page.ts";
import { AuthFrame } from "../../parts/auth-frame.tsx";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { PasswordField } from "../../parts/password-field.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { type ToastText, toast } from "../../parts/toasts.ts";
import { needsFullNavigation, redirectTarget } from "../../redirect-target.ts";
import { useSession } from "../../session.tsx";
import { CheckYourEmail, LoginProblem } from "./login-notices.tsx";

/** The sign-in screen. It redirects signed-in users to the page that they requested. */
export function Login() {
  usePage("Sign in", "Sign in to your Attestory account.");
  const { session } = useSession();
  const search = useSearch();
  if (session.state === "signed-in") {
    return <RedirectTo target={redirectTarget(new URLSearchParams(search).get("redirect"), location.origin)} />;
  }
  return <LoginForm />;
}

function RedirectTo({ target }: { target: string }) {
  const leaves = needsFullNavigation(target);
  useEffect(() => {
    if (leaves) location.assign(target);
  }, [leaves, target]);
  return leaves ? null : <Redirect to={target} replace />;
}

const formValues = (data: FormData) => ({
  email: data.get("email"),
  password: data.get("password"),
  rememberMe: data.has("rememberMe"),
  ...(data.get("totpCode") ? { totpCode: data.get("totpCode") } : {}),
});

type Problem = { error: unknown; email: string };

/** The form, the last problem, whether the 2FA code is required, and the seconds until the next attempt. */
function useLogin(email: string) {
  const { begin } = useSession();
  const { left: wait, start } = useCountdown();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [codeAsked, setCodeAsked] = useState(false);
  const form = useForm({
    schema: "login",
    values: formValues,
    submit: async (values) => begin(await send("signedIn", { method: "POST", path: "/api/auth/login", body: values })),
    failed: (error) => {
      setProblem({ error, email });
      if (mentions(error, "2FA code required")) return setCodeAsked(true);
      if (error instanceof ApiError && error.retryAfter) start(error.retryAfter);
      toast(failureToast(error));
    },
  });
  return { form, problem, codeAsked, wait };
}

const failureToast = (error: unknown): ToastText =>
  mentions(error, "verify your email")
    ? {
        kind: "refused",
        title: "Email Verification Required",
        description: "Please verify your email address before logging in",
      }
    : { kind: "refused", title: "Login failed", description: sentenceOf(error, "Try again in a moment.") };

/** Starts as the address of a registration, and stays when a refused sign-in ends the session that the registration began. */
function useEmail(pending: User | null) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null && pending) setTyped(pending.email);
  return [typed ?? "", setTyped] as const;
}

function LoginForm() {
  const { session } = useSession();
  const pending = session.state === "signed-out" ? session.pending : null;
  const [email, setEmail] = useEmail(pending);
  const { form, problem, codeAsked, wait } = useLogin(email);
  useFocusOn(form.props.ref, codeAsked ? "totpCode" : problem || pending ? "password" : "email", problem);

  return (
    <AuthFrame
      title={codeAsked ? "One more step" : "Sign in to Attestory"}
      lead={codeAsked ? "Enter the code to finish signing in." : "Welcome back."}
      foot={
        <>
          New here? <TextLink href="/register">Create an account</TextLink>
        </>
      }
    >
      <form {...form.props} className="grid gap-4">
        <Notice problem={problem} pending={pending} wait={wait} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={form.errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          aside={
            <Link href="/forgot-password" className="rounded-sm text-accent-text hover:underline">
              Forgot password
            </Link>
          }
          error={form.errors.password}
        />
        {codeAsked ? (
          <TextField
            label="Two-Factor Authentication Code"
            name="totpCode"
            inputMode="numeric"
            maxLength={6}
            autoComplete="one-time-code"
            placeholder="Enter 6-digit code"
            hint="From your authenticator app."
            error={form.errors.totpCode}
          />
        ) : (
          <Checkbox label="Remember me" name="rememberMe" defaultChecked />
        )}
        <Button type="submit" look="primary" block busy={form.busy} disabled={wait > 0}>
          {form.busy ? "Signing in..." : "Sign In"}
        </Button>
      </form>
    </AuthFrame>
  );
}

function Notice({ problem, pending, wait }: { problem: Problem | null; pending: User | null; wait: number }) {
  if (problem === null) return pending && <CheckYourEmail email={pending.email} />;
  if (mentions(problem.error, "2FA code required")) return null;
  return <LoginProblem error={problem.error} email={problem.email} wait={wait} />;
}

const mentions = (error: unknown, words: string) => error instanceof ApiError && error.message.includes(words);

/** Moves the focus: to the email first, to the code if it is required, to the password after a refusal. */
function useFocusOn(form: RefObject<HTMLFormElement | null>, name: string, problem: object | null) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus again
  useEffect(() => {
    const input = form.current?.elements.namedItem(name);
    if (input instanceof HTMLElement) input.focus();
  }, [form, name, problem]);
}
