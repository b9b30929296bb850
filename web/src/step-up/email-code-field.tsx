import { useState } from "react";
import { send } from "../api.ts";
import { sentenceOf } from "../api-error.ts";
import { Button } from "../parts/button.tsx";
import { FieldError, TextField } from "../parts/field.tsx";

type Sending = { state: "asked" | "sending" | "sent" } | { state: "failed"; sentence: string };

/** A code that the address is sent when the user asks for it. */
export function EmailCodeField({ error }: { error?: string | undefined }) {
  const [sending, setSending] = useState<Sending>({ state: "asked" });
  const ask = async () => {
    setSending({ state: "sending" });
    try {
      await send("message", { method: "POST", path: "/api/auth/step-up/email" });
      setSending({ state: "sent" });
    } catch (failure) {
      setSending({ state: "failed", sentence: sentenceOf(failure, "No code was sent. Try again in a moment.") });
    }
  };
  return (
    <div className="grid gap-3">
      <TextField
        label="Code from your email"
        name="emailCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={64}
        hint={sending.state === "sent" ? "We sent it to your address." : "We send it to your address when you ask."}
        error={error}
      />
      {sending.state === "failed" && <FieldError id="step-up-email">{sending.sentence}</FieldError>}
      <Button block busy={sending.state === "sending"} onClick={ask}>
        {sending.state === "sent" ? "Send another code" : "Send a code"}
      </Button>
    </div>
  );
}
