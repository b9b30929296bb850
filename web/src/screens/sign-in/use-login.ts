import type { Problem } from "@attestory/http/routing/answers.ts";
import { useState } from "react";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useCountdown } from "../../countdown.ts";
import { useForm } from "../../form.ts";
import { type ToastText, toast } from "../../parts/toasts.ts";
import { useSession } from "../../session.tsx";
import { useShutRefusal } from "../erasure/shut-account.ts";
import { recoveryCodeUsed } from "../second-factors/codes-left.ts";
import { isWrongCode, refusedCode } from "../second-factors/refused-code.ts";

type Method = NonNullable<Problem["methods"]>[number];

/** What the service asks for after a right password. */
export interface SecondStep {
  /** The second factors that the account accepts; null if none is asked for. */
  methods: readonly Method[] | null;
  /** Proves the right password to a sign-in with a hardware key, for five minutes. */
  loginTicket: string | null;
  /** A code was sent to the address. */
  asksEmailCode: boolean;
}

const noStep: SecondStep = { methods: null, loginTicket: null, asksEmailCode: false };

/** Why the last attempt failed, and for which address. */
export type LoginFailure = { error: unknown; email: string };

/** The form, the last failure, what is asked for after the password, and the seconds until the next attempt. */
export function useLogin(email: string) {
  const { begin } = useSession();
  const showShut = useShutRefusal();
  const { left: wait, start } = useCountdown();
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const [step, setStep] = useState(noStep);
  const form = useForm({
    schema: "login",
    values: formValues,
    refusedFields: (error) => refusedCode(error, askedField(step) ?? "totpCode"),
    submit: async (values) => {
      const answer = await send("signedIn", { method: "POST", path: "/api/auth/login", body: values });
      begin(answer, values.rememberMe);
      if (answer.recoveryCodesLeft !== undefined) toast(recoveryCodeUsed(answer.recoveryCodesLeft));
    },
    failed: (error) => {
      if (showShut(error)) return;
      setFailure({ error, email });
      const asked = nextStep(step, error);
      if (asked) {
        setStep(asked);
        if (asksAgain(step, asked)) toast(codeSent);
        return;
      }
      if (error instanceof ApiError && error.retryAfter) start(error.retryAfter);
      toast(failureToast(error));
    },
  });
  /** Another account may ask for something else. */
  const forget = () => setStep(noStep);
  return { form, failure, step, forget, wait };
}

const codes = ["totpCode", "emailCode"] as const;

const formValues = (data: FormData) => {
  const values: Record<string, unknown> = {
    email: data.get("email"),
    password: data.get("password"),
    rememberMe: data.has("rememberMe"),
  };
  for (const name of codes) if (data.get(name)) values[name] = data.get(name);
  if (data.has("trustDevice")) values.trustDevice = true;
  return values;
};

/** What is asked for after this refusal; null if it asks for nothing new. */
function nextStep(step: SecondStep, error: unknown): SecondStep | null {
  if (!(error instanceof ApiError)) return null;
  if (asksForEmailCode(error)) return { ...step, asksEmailCode: true };
  if (!mentions(error, "2FA code required")) return null;
  const { methods = ["totp", "recovery_code"], loginTicket = null } = error.problem ?? {};
  // The code of the email was right, and counts from now on.
  return { methods, loginTicket, asksEmailCode: false };
}

/** The user wants another code. */
const asksAgain = (before: SecondStep, now: SecondStep) => before.asksEmailCode && now.asksEmailCode;

const asksForEmailCode = (error: unknown) => error instanceof ApiError && error.problem?.code === "email_code_required";

/** Whether the password was right, and a code is asked for or was wrong. */
export const asksForStep = (error: unknown): boolean =>
  isWrongCode(error) || asksForEmailCode(error) || mentions(error, "2FA code required");

const mentions = (error: unknown, words: string) => error instanceof ApiError && error.message.includes(words);

/** The field that the second step begins with; null in the first one. */
export const askedField = ({ asksEmailCode, methods }: SecondStep) =>
  methods ? "totpCode" : asksEmailCode ? "emailCode" : null;

const codeSent: ToastText = { kind: "done", title: "Code sent", description: "Enter the code of our newest email." };

const failureToast = (error: unknown): ToastText =>
  mentions(error, "verify your email")
    ? {
        kind: "refused",
        title: "Email Verification Required",
        description: "Please verify your email address before logging in",
      }
    : { kind: "refused", title: "Login failed", description: sentenceOf(error, "Try again in a moment.") };
