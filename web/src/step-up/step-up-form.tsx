import { useEffect, useId, useRef, useState } from "react";
import { send } from "../api.ts";
import { ApiError, sentenceOf } from "../api-error.ts";
import { useCountdown } from "../countdown.ts";
import { useForm } from "../form.ts";
import type { Parsed } from "../load-schemas.ts";
import { Alert } from "../parts/alert.tsx";
import { Button } from "../parts/button.tsx";
import { DialogBody, DialogFoot } from "../parts/dialog.tsx";
import { WaitAlert } from "../parts/wait-alert.tsx";
import { supportsWebAuthn } from "../webauthn.ts";
import { KeyButton } from "./key-button.tsx";
import { type FormMethod, formMethodsOf, type Method } from "./methods.ts";
import { ProofField } from "./proof-field.tsx";

type StepUpFormProps = {
  methods: readonly Method[];
  options: Parsed<"stepUpBegun">["options"];
  onDone: () => void;
  onCancel: () => void;
  /** Begins again: a challenge works once. */
  onAgain: () => void;
};

/** Asks for one method at a time; the others are a button away. */
export function StepUpForm({ methods, options, onDone, onCancel, onAgain }: StepUpFormProps) {
  const id = useId();
  const forms = formMethodsOf(methods);
  const [method, setMethod] = useState<FormMethod | null>(forms[0] ?? null);
  const { left, start } = useCountdown();
  const [refusal, setRefusal] = useState<unknown>(null);
  const prove = async (body: unknown) => {
    setRefusal(null);
    await send("message", { method: "POST", path: "/api/auth/step-up", body });
    onDone();
  };
  const failed = (error: unknown) => {
    // The session has ended. The app asks to sign in.
    if (error instanceof ApiError && error.status === 401) onCancel();
    setRefusal(error);
    if (error instanceof ApiError && error.retryAfter) start(error.retryAfter);
  };
  const { errors, busy, props } = useForm({ schema: "stepUp", submit: prove, failed });

  const fields = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another method has another field
  useEffect(() => fields.current?.querySelector<HTMLElement>("input, button")?.focus(), [method]);

  return (
    <>
      <DialogBody>
        <form {...props} id={id} className="grid gap-4">
          <Refusal error={refusal} left={left} hasFieldErrors={Object.keys(errors).length > 0} />
          <div ref={fields} className="grid gap-4">
            {method ? (
              <ProofField key={method} method={method} errors={errors} />
            ) : (
              <p className="text-muted">
                {supportsWebAuthn() ? "Only a hardware key counts here." : "This browser knows no hardware keys."}
              </p>
            )}
            {options && (
              <KeyButton
                options={options}
                isOnly={forms.length === 0}
                prove={prove}
                failed={failed}
                onAgain={onAgain}
              />
            )}
          </div>
          {forms
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} block onClick={() => setMethod(other)}>
                {switchTo[other]}
              </Button>
            ))}
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        {method && (
          <Button type="submit" form={id} look="primary" busy={busy} disabled={left > 0}>
            Confirm
          </Button>
        )}
      </DialogFoot>
    </>
  );
}

const switchTo: Record<FormMethod, string> = {
  password: "Use your password",
  email_code: "Use a code from your email",
  totp: "Use your authenticator app",
  recovery_code: "Use a recovery code",
};

/** What no field shows: a wait, or a service that cannot answer. */
function Refusal({ error, left, hasFieldErrors }: { error: unknown; left: number; hasFieldErrors: boolean }) {
  if (error === null || hasFieldErrors) return null;
  if (error instanceof ApiError && error.retryAfter) {
    return <WaitAlert left={left} reason={sentenceOf(error, "The service is busy.")} />;
  }
  return (
    <Alert kind="danger" role="alert" title="This could not be confirmed">
      <p>{sentenceOf(error, "Try again in a moment.")}</p>
    </Alert>
  );
}
