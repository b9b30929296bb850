import { useId, useState } from "react";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { TextField } from "../../../parts/field.tsx";
import { NewVoucher } from "../vouchers/new-voucher.tsx";
import { MadeInvitation } from "./made-invitation.tsx";
import { invitationsPath } from "./use-invitations.ts";

type NewInvitationProps = { onMade: () => Promise<unknown>; onClose: () => void };

const kind = {
  schema: "invitationCreation",
  made: "invitationMade",
  path: invitationsPath,
  what: "an invitation",
} as const;

/** Makes an invitation, then shows its link this one time. */
export function NewInvitation({ onMade, onClose }: NewInvitationProps) {
  const [email, setEmail] = useState("");
  const isAddressed = email.trim() !== "";
  return (
    <NewVoucher
      kind={kind}
      title="New Invitation"
      description="A link that lets people join."
      action="Make Invitation"
      isSingle={isAddressed}
      values={(data) => ({
        isAdmin: data.has("isAdmin"),
        isDeveloper: data.has("isDeveloper"),
        isPro: data.has("isPro"),
        ...(isAddressed && { email }),
      })}
      before={(errors) => (
        <TextField
          label="Email"
          name="email"
          type="email"
          aside="optional"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          hint="Only this address can join, and the link is sent there."
          error={errors.email}
        />
      )}
      after={<Roles />}
      onMade={onMade}
      shown={({ invitation }) => <MadeInvitation invitation={invitation} onClose={onClose} />}
      onClose={onClose}
    />
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
