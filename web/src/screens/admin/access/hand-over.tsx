import type { HeldApplication } from "@attestory/query-api/admin/access-schema.ts";
import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { type ReactNode, useId, useState } from "react";
import { Button, buttonClass } from "../../../parts/button.tsx";
import { DialogBody, DialogFoot } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { useTypingRest } from "../../../typing-rest.ts";
import { nameOf } from "../account-row.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { type Accounts, useAccounts } from "../use-accounts.ts";
import { useAdminAction } from "../use-admin-action.ts";

const shown = 5;

type HandOverProps = { application: HeldApplication; onBack: () => void; onDone: () => Promise<unknown> };

/** Chooses the new owner of an application, and hands it over. */
export function HandOver({ application, onBack, onDone }: HandOverProps) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<AdminUser | null>(null);
  const type = useTypingRest(setQuery);
  const { busy, act } = useAdminAction();
  const handOver = async () => {
    if (!chosen) return;
    const done = await act({
      method: "POST",
      path: `/api/admin/applications/${application.id}/hand-over`,
      body: { userId: chosen.id },
      purpose: "hand over an application",
      done: "Application handed over",
      failed: "Not handed over",
    });
    if (done) await onDone();
  };
  const accounts = useAccounts({
    ...(query && { query }),
    role: "developer",
    status: "active",
    limit: String(shown + 1),
  });
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          <TextField
            label="New owner"
            name="owner"
            type="search"
            autoComplete="off"
            placeholder="Search by name, email or username"
            hint="Developers with an active account and a verified address."
            onChange={(event) => type(event.target.value)}
          />
          <Developers accounts={accounts} ownerId={application.owner.id} chosen={chosen} onChoose={setChosen} />
          <p className="text-sm text-muted">
            Tokens, consents and the client secret stay as they are. The former owner no longer sees the application,
            but may know the secret: ask the new owner to rotate it. The new owner gets an email.
          </p>
        </div>
      </DialogBody>
      <DialogFoot>
        <button type="button" onClick={onBack} className={buttonClass()}>
          Back
        </button>
        <Button look="primary" busy={busy} disabled={chosen === null} onClick={() => void handOver()}>
          Hand over
        </Button>
      </DialogFoot>
    </>
  );
}

type DevelopersProps = {
  accounts: Accounts;
  /** Of the application: cannot be chosen. */
  ownerId: string;
  chosen: AdminUser | null;
  onChoose: (user: AdminUser) => void;
};

function Developers({ accounts, ownerId, chosen, onChoose }: DevelopersProps): ReactNode {
  const group = useId();
  const { users, error, reread } = accounts;
  if (!users) {
    return error ? (
      <AdminProblem title="The developers could not be loaded" error={error} onRetry={() => void reread()} />
    ) : (
      <SkeletonRows count={2} label="Loading the developers" />
    );
  }
  const others = users.filter(({ id, emailVerified }) => id !== ownerId && emailVerified).slice(0, shown);
  if (others.length === 0) return <p className="text-sm text-muted">No other developer was found.</p>;
  return (
    <fieldset className="grid overflow-hidden rounded-md border border-line">
      <legend className="sr-only">Developers</legend>
      {others.map((user) => (
        <label
          key={user.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2 not-first:border-t not-first:border-line hover:bg-hover has-checked:bg-active"
        >
          <input
            type="radio"
            name={group}
            checked={chosen?.id === user.id}
            onChange={() => onChoose(user)}
            className="size-4 flex-none accent-accent"
          />
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{nameOf(user)}</span>
            <span className="block text-sm text-muted wrap-anywhere">{user.email}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
