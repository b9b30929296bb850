import type { User } from "@attestory/http/routing/answers.ts";
import { type ReactNode, useId, useState } from "react";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useCountdown } from "../../countdown.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { NewPasswordFields } from "../../parts/new-password-fields.tsx";
import { PasswordField } from "../../parts/password-field.tsx";
import { toast } from "../../parts/toasts.ts";
import { WaitAlert } from "../../parts/wait-alert.tsx";
import { useStepUp } from "../../step-up/step-up.tsx";
import { mismatch, tooShort } from "./password-texts.ts";
import { RemovePassword } from "./remove-password.tsx";

type PasswordDialogProps = {
  user: User;
  hasPassword: boolean;
  /** Whether the account has a key, which could replace the password. */
  hasKey: boolean;
  onClose: () => void;
};

/** Changes the password, which ends every other session; sets or removes it where a passkey signs in. Closes on success. */
export function PasswordDialog({ user, hasPassword, hasKey, onClose }: PasswordDialogProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  if (isRemoving) return <RemovePassword onRemoved={onClose} onCancel={() => setIsRemoving(false)} />;
  const remove = hasPassword && hasKey && (
    <Button look="quietDanger" onClick={() => setIsRemoving(true)}>
      Remove password
    </Button>
  );
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(hasPassword)}
      description="You stay signed in here. Every other device is signed out."
    >
      <PasswordForm key={titleOf(hasPassword)} user={user} hasPassword={hasPassword} lead={remove} onDone={onClose} />
    </Dialog>
  );
}

const titleOf = (hasPassword: boolean) => (hasPassword ? "Change password" : "Set password");

type PasswordFormProps = {
  user: User;
  /** Without one, none is asked for. */
  hasPassword: boolean;
  /** Beside the buttons. */
  lead: ReactNode;
  onDone: () => void;
};

function PasswordForm({ user, hasPassword, lead, onDone }: PasswordFormProps) {
  const id = useId();
  const { confirm } = useStepUp();
  const { left, start } = useCountdown();
  const [refusal, setRefusal] = useState<unknown>(null);
  const { errors, busy, props } = useForm({
    schema: hasPassword ? "passwordForm" : "newPasswordForm",
    submit: async (values) => {
      const method = hasPassword ? "PUT" : "POST";
      await confirm(() => send("message", { method, path: "/api/user/password", body: values }), "set a password");
      toast({ kind: "done", title: "Password updated", description: "Every other device was signed out." });
      onDone();
    },
    invalid: (found) => {
      if (found.newPassword === tooShort)
        toast({ kind: "refused", title: "Password too short", description: tooShort });
      else if (found.confirmPassword === mismatch) {
        toast({ kind: "refused", title: "Password mismatch", description: mismatch });
      }
    },
    failed: (error) => {
      setRefusal(error);
      if (error instanceof ApiError && error.retryAfter) start(error.retryAfter);
      toast({
        kind: "refused",
        title: "Password change failed",
        description: sentenceOf(error, "Nothing was changed. Try again in a moment."),
      });
    },
  });
  return (
    <>
      <DialogBody>
        <form {...props} id={id} className="grid gap-4">
          {refusal instanceof ApiError && refusal.retryAfter && (
            <WaitAlert left={left} reason={sentenceOf(refusal, "The service is busy.")} />
          )}
          {/* Tells a password manager whose password this is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          {hasPassword && (
            <PasswordField
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              required
              error={errors.currentPassword}
            />
          )}
          <NewPasswordFields errors={errors} personal={[user.username, user.email]} />
        </form>
      </DialogBody>
      <DialogFoot lead={lead}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={busy} disabled={left > 0}>
          {titleOf(hasPassword)}
        </Button>
      </DialogFoot>
    </>
  );
}
