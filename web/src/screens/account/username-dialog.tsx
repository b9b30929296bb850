import { useId } from "react";
import { send } from "../../api.ts";
import { ApiError, fieldsOf, sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { takenUsername, UsernameField } from "../../parts/username-field.tsx";
import { useSession } from "../../session.tsx";

function refusedFields(error: unknown) {
  const isTaken = error instanceof ApiError && error.problem?.code === "username_taken";
  return isTaken ? { username: sentenceOf(error, takenUsername) } : fieldsOf(error);
}

/** Changes the username. Closes on success. */
export function UsernameDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const id = useId();
  const { refresh } = useSession();
  const { errors, busy, props } = useForm({
    schema: "usernameChange",
    submit: async (values) => {
      await send("message", { method: "PUT", path: "/api/user/username", body: values });
      await refresh();
      toast({ kind: "done", title: "Username updated" });
      onClose();
    },
    refusedFields,
    failed: (error) => {
      if (Object.keys(refusedFields(error)).length > 0) return;
      const description = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      toast({ kind: "refused", title: "Update failed", description });
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title="Change username"
      description="Your former username is free for others at once. You can change it three times a day."
    >
      <DialogBody>
        <form {...props} id={id}>
          <UsernameField own={username} error={errors.username} />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={busy}>
          Change username
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
