import { useEffect, useState } from "react";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useCountdown } from "../../countdown.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { CodeField, codeLength } from "../../parts/code-field.tsx";
import { toast } from "../../parts/toasts.ts";
import { WaitAlert } from "../../parts/wait-alert.tsx";
import { refusedCode } from "./refused-code.ts";
import { StepFoot } from "./step-foot.tsx";

const sixDigits = "Please enter a 6-digit code from your authenticator app.";

type ConfirmStepProps = { onBack: () => void; onEnabled: (recoveryCodes: readonly string[] | null) => void };

/** Step 2: a first code proves that the app has the secret. */
export function ConfirmStep({ onBack, onEnabled }: ConfirmStepProps) {
  const [digits, setDigits] = useState("");
  const [refusal, setRefusal] = useState<unknown>(null);
  const { left, start } = useCountdown();
  const form = useForm({
    schema: "twoFactorVerification",
    refusedFields: refusedCode,
    submit: async (values) => {
      const answer = await send("twoFactorEnabled", { method: "POST", path: "/api/auth/2fa/verify", body: values });
      onEnabled(answer.recoveryCodes);
    },
    invalid: () => toast({ kind: "refused", title: "Invalid code", description: sixDigits }),
    failed: (error) => {
      setRefusal(error);
      if (error instanceof ApiError && error.retryAfter) start(error.retryAfter);
      toast({
        kind: "refused",
        title: "Verification failed",
        description: sentenceOf(error, "Nothing was changed. Try again in a moment."),
      });
    },
  });

  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector("input")?.focus(), [ref]);

  return (
    <form {...form.props}>
      {refusal instanceof ApiError && refusal.retryAfter && (
        <div className="mb-4">
          <WaitAlert left={left} reason={sentenceOf(refusal, "The service is busy.")} />
        </div>
      )}
      <CodeField
        label="6-digit code"
        name="totpCode"
        hint="Your app shows a new one every 30 seconds."
        error={form.errors.totpCode}
        onDigits={setDigits}
      />
      <StepFoot>
        <Button disabled={form.busy} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" look="primary" busy={form.busy} disabled={digits.length < codeLength || left > 0}>
          {form.busy ? "Verifying..." : "Verify & Enable"}
        </Button>
      </StepFoot>
    </form>
  );
}
