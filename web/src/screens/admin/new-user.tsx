import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { NameFields } from "../../parts/name-fields.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";

/** Creates an account, whose owner chooses the password. */
export function NewUser({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const { confirm } = useStepUp();
  const form = useForm({
    schema: "userCreation",
    submit: async (body) => {
      const command = { method: "POST", path: "/api/admin/users", body } as const;
      const { user } = await confirm(() => send("userCreated", command), "create an account");
      toast({ kind: "done", title: "User created", description: `${user.email} got a link to choose a password.` });
      onCreated();
    },
    failed: (error) => {
      if (isDeclined(error)) return;
      toast({ kind: "refused", title: "Creation failed", description: sentenceOf(error, "Try again in a moment.") });
    },
  });
  const { errors } = form;
  return (
    <Dialog
      title="New user"
      description="The address gets a link to choose a password, good for seven days."
      onClose={onClose}
    >
      <form {...form.props} className="contents">
        <DialogBody>
          <div className="grid gap-4 sm:grid-cols-2">
            <NameFields errors={errors} aside="optional" />
            <div className="grid gap-4 sm:col-span-2">
              <TextField label="Email" name="email" type="email" autoComplete="off" error={errors.email} />
              <TextField
                label="Username"
                name="username"
                autoComplete="off"
                spellCheck={false}
                error={errors.username}
              />
            </div>
          </div>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Create user
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
