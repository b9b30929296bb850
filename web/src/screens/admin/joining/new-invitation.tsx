import { useId, useState } from "react";
import { send } from "../../../api.ts";
import { ApiError, sentenceOf } from "../../../api-error.ts";
import { useForm } from "../../../form.ts";
import type { Parsed } from "../../../load-schemas.ts";
import { Button } from "../../../parts/button.tsx";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { SelectField } from "../../../parts/select-field.tsx";
import { toast } from "../../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";
import { MadeInvitation } from "./made-invitation.tsx";
import { invitationsPath } from "./use-invitations.ts";

type NewInvitationProps = { onMade: () => Promise<unknown>; onClose: () => void };

/** Makes an invitation, then shows its link this one time. */
export function NewInvitation({ onMade, onClose }: NewInvitationProps) {
  const id = useId();
  const { confirm } = useStepUp();
  const [made, setMade] = useState<Parsed<"invitationMade">["invitation"] | null>(null);
  const [email, setEmail] = useState("");
  const isAddressed = email.trim() !== "";
  const form = useForm({
    schema: "invitationCreation",
    values: (data) => ({
      expiresInDays: Number(data.get("expiresInDays")),
      uses: isAddressed ? 1 : Number(data.get("uses")),
      isAdmin: data.has("isAdmin"),
      isDeveloper: data.has("isDeveloper"),
      isPro: data.has("isPro"),
      ...(isAddressed && { email }),
    }),
    submit: async (body) => {
      const call = () => send("invitationMade", { method: "POST", path: invitationsPath, body });
      setMade((await confirm(call, "make an invitation")).invitation);
      await onMade();
    },
    failed: (error) => {
      if (isDeclined(error) || (error instanceof ApiError && error.problem?.fields)) return;
      const description = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      toast({ kind: "refused", title: "The invitation was not made", description });
    },
  });
  if (made) return <MadeInvitation invitation={made} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="New Invitation" description="A link that lets people join.">
      <DialogBody>
        <form {...form.props} id={id} className="grid gap-4">
          <TextField
            label="Email"
            name="email"
            type="email"
            aside="optional"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            hint="Only this address can join, and the link is sent there."
            error={form.errors.email}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              key={isAddressed ? "one" : "many"}
              label="Uses"
              name="uses"
              inputMode="numeric"
              autoComplete="off"
              defaultValue="1"
              readOnly={isAddressed}
              error={form.errors.uses}
            />
            <SelectField label="Expires" name="expiresInDays" defaultValue="7">
              <option value="1">in one day</option>
              <option value="7">in 7 days</option>
              <option value="30">in 30 days</option>
              <option value="90">in 90 days</option>
            </SelectField>
          </div>
          <Roles />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={form.busy}>
          Make Invitation
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const roles = [
  { name: "isDeveloper", label: "Developer" },
  { name: "isPro", label: "Pro" },
  { name: "isAdmin", label: "Admin" },
] as const;

function Roles() {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className="grid gap-1 sm:gap-2">
      <legend className="mb-1.5 font-medium">Roles</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {roles.map(({ name, label }) => (
          <Checkbox key={name} name={name} label={label} />
        ))}
      </div>
      <p id={id} className="text-sm text-subtle">
        An account has them once its email address is verified.
      </p>
    </fieldset>
  );
}
