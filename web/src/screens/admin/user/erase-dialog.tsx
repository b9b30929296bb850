import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../parts/dialog.tsx";
import { SelectField } from "../../../parts/select-field.tsx";
import { Consequences } from "../../erasure/consequences.tsx";
import { isTyped, TypedUsername } from "../../erasure/typed-username.tsx";
import { nameOf } from "../account-row.tsx";
import { adminReasons } from "../erasures/erasure-words.ts";
import { useAdminAction } from "../use-admin-action.ts";

/** Asks why an account is erased, and for its username. */
export function EraseDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { busy, act } = useAdminAction();
  const [, navigate] = useLocation();
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const erase = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const done = await act({
      method: "DELETE",
      path: `/api/admin/users/${user.id}?reason=${reason}`,
      purpose: "erase an account",
      done: "Account erased",
      failed: "Erasure failed",
    });
    if (done) navigate("/admin/users");
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Erase ${nameOf(user)}?`}
      description="At once and for good: there is no way back."
    >
      <form onSubmit={(event) => void erase(event)} className="contents">
        <DialogBody>
          <div className="grid gap-5">
            <Consequences>
              <li>Every session and API key ends, and applications lose access.</li>
              <li>The applications of this account are deleted.</li>
              <li>
                Nobody can read its data in the log any more. Backups from before can be read until you delete them.
              </li>
              <li>The owner gets an email with a receipt. The address and the username are free again.</li>
            </Consequences>
            <SelectField label="Why?" name="reason" value={reason} onChange={({ target }) => setReason(target.value)}>
              <option value="" disabled>
                Choose a reason
              </option>
              {Object.entries(adminReasons).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TypedUsername username={user.username} typed={typed} onType={setTyped} />
          </div>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={busy} disabled={reason === "" || !isTyped(typed, user.username)}>
            {busy ? "Erasing..." : "Erase account"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
