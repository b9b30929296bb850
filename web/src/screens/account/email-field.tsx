import type { User } from "@attestory/http/routing/answers.ts";
import { Check } from "lucide-react";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined } from "../../step-up/step-up.tsx";
import { useEmailRequest } from "./email-dialog.tsx";

type EmailFieldProps = {
  user: User;
  /** Another address that was asked for, or null. */
  pending: string | null;
  onChange: () => void;
  /** Called when the pending change was requested again or cancelled. */
  onPendingChanged: () => Promise<unknown>;
};

/** The address of the account, and another one that was asked for. */
export const EmailField = ({ user, pending, onChange, onPendingChanged }: EmailFieldProps) => (
  <div className="grid gap-3">
    <TextField
      label="Email"
      name="email"
      readOnly
      autoComplete="email"
      value={user.email}
      aside={
        <button type="button" aria-haspopup="dialog" onClick={onChange} className={changeClass}>
          Change email
        </button>
      }
      hint={
        <span className="flex gap-1.5 text-success-text">
          <Check aria-hidden="true" className="mt-0.75 size-3.5" />
          Verified
        </span>
      }
    />
    {pending !== null && <Pending email={pending} onChange={onPendingChanged} />}
  </div>
);

/** The classes of a button that looks like the link beside a label. */
export const changeClass = "rounded-sm text-accent-text hover:underline";

function Pending({ email, onChange }: { email: string; onChange: () => Promise<unknown> }) {
  const request = useEmailRequest();
  const [busy, setBusy] = useState<"again" | "cancel" | null>(null);
  const run = async (which: "again" | "cancel", call: () => Promise<unknown>, done: string) => {
    setBusy(which);
    try {
      await call();
      toast({ kind: "done", title: done });
    } catch (error) {
      if (!isDeclined(error))
        toast({
          kind: "refused",
          title: "This did not work",
          description: sentenceOf(error, "Try again in a moment."),
        });
    }
    await onChange().catch(() => undefined);
    setBusy(null);
  };
  const cancel = () => send("message", { method: "DELETE", path: "/api/user/email-change" });
  return (
    <Alert kind="mail" role="status" title={<span className="wrap-anywhere">We sent a link to {email}</span>}>
      <p>Open it within 24 hours to use that address. Until then, nothing changes.</p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={busy === "again"}
          onClick={() => run("again", () => request(email), "Link sent again")}
        >
          Send again
        </Button>
        <Button size="small" busy={busy === "cancel"} onClick={() => run("cancel", cancel, "Change cancelled")}>
          Cancel the change
        </Button>
      </div>
    </Alert>
  );
}
