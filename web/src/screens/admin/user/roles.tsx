import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { Card, Row } from "../../../parts/card.tsx";
import { Switch } from "../../../parts/switch.tsx";
import { onlyOwner } from "../change-status.tsx";
import { useAdminAction } from "../use-admin-action.ts";

const roles = [
  ["isAdmin", "Admin", "Runs this service: sees and changes everything here."],
  ["isDeveloper", "Developer", "Registers applications."],
  ["isPro", "Pro", "Creates API keys."],
] as const;

/** The roles of an account, each given and taken by a switch. */
export function Roles({ user, onChanged }: { user: AdminUser; onChanged: () => Promise<unknown> }) {
  const { busy, act } = useAdminAction();
  const { isAdmin, isDeveloper, isPro, erasesAt } = user;
  const locked = erasesAt === null ? undefined : onlyOwner;
  const change = async (role: (typeof roles)[number][0]) => {
    if (busy) return;
    const body = { isAdmin, isDeveloper, isPro };
    body[role] = !user[role];
    const done = await act({
      method: "PUT",
      path: `/api/admin/users/${user.id}/roles`,
      body,
      purpose: "change the roles of an account",
      done: "User roles updated",
      failed: "Update failed",
    });
    if (done) await onChanged();
  };
  return (
    <Card>
      {roles.map(([role, name, about]) => (
        <Row
          key={role}
          title={name}
          action={<Switch label={name} isOn={user[role]} locked={locked} onChange={() => void change(role)} />}
        >
          {about}
        </Row>
      ))}
    </Card>
  );
}
