import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { Button } from "../../parts/button.tsx";
import { nameOf } from "./account-row.tsx";
import { useAdminAction } from "./use-admin-action.ts";
import { useQuestion } from "./use-question.tsx";

type ChangeStatusProps = {
  user: AdminUser;
  /** Called after the change; reads it again. */
  onChanged: () => Promise<unknown>;
};

const lost =
  "Their sessions, their API keys and the access of applications to their account end at once, and they cannot sign in until you activate them again. Nothing is deleted.";

/** Why an account that is to be deleted cannot be activated. */
export const onlyOwner =
  "Its owner wants to delete it. Only they can keep it: by the link of our email, or by signing in.";

/** Deactivates an account, which is asked first, or activates it. */
export function ChangeStatus({ user, onChanged }: ChangeStatusProps) {
  const { busy, act } = useAdminAction();
  const name = nameOf(user);
  const change = async (isActive: boolean): Promise<boolean> => {
    const done = await act({
      method: "PUT",
      path: `/api/admin/users/${user.id}/status`,
      body: { isActive },
      purpose: "change the status of an account",
      done: "User status updated",
      failed: "Update failed",
    });
    if (done) await onChanged();
    return done;
  };
  const ask = useQuestion({
    title: `Deactivate ${name}?`,
    text: lost,
    action: "Deactivate",
    busy,
    onConfirm: () => change(false),
  });
  if (user.erasesAt !== null) {
    return (
      <Button size="small" aria-label={`Activate ${name}`} title={onlyOwner} disabled>
        Activate
      </Button>
    );
  }
  return user.isActive ? (
    <Button size="small" aria-label={`Deactivate ${name}`} onClick={ask}>
      Deactivate
    </Button>
  ) : (
    <Button size="small" aria-label={`Activate ${name}`} busy={busy} onClick={() => void change(true)}>
      Activate
    </Button>
  );
}
