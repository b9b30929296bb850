import { useId } from "react";
import { send } from "../../api.ts";
import { ApiError, fieldsOf, sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";

/** Asks the service to send a link to another address. Throws its refusal. */
export function useEmailRequest(): (newEmail: string) => Promise<unknown> {
  const { confirm } = useStepUp();
  return (newEmail) =>
    confirm(
      () => send("message", { method: "PUT", path: "/api/user/email", body: { newEmail } }),
      "change your email address",
    );
}

function refusedFields(error: unknown) {
  const isTaken = error instanceof ApiError && error.problem?.code === "email_taken";
  return isTaken ? { newEmail: sentenceOf(error, "This one is taken.") } : fieldsOf(error);
}

/** Asks for another address. Closes once the link to it was sent. */
export function EmailDialog({ email, onSent, onClose }: { email: string; onSent: () => void; onClose: () => void }) {
  const id = useId();
  const request = useEmailRequest();
  const { errors, busy, props } = useForm({
    schema: "emailChange",
    submit: async ({ newEmail }) => {
      await request(newEmail);
      toast({ kind: "done", title: "We sent a link", description: `Open it at ${newEmail} to use that address.` });
      onSent();
    },
    refusedFields,
    failed: (error) => {
      if (isDeclined(error) || Object.keys(refusedFields(error)).length > 0) return;
      const description = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      toast({ kind: "refused", title: "The link was not sent", description });
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title="Change email address"
      description={`We send a link to the new address. Until you open it, you sign in with ${email}.`}
    >
      <DialogBody>
        <form {...props} id={id}>
          <TextField
            label="New email address"
            name="newEmail"
            type="email"
            autoComplete="email"
            required
            error={errors.newEmail}
          />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={busy}>
          Send the link
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
