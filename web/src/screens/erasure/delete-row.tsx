import type { User } from "@attestory/http/routing/answers.ts";
import { UserX } from "lucide-react";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Row } from "../../parts/card.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";

/** Leads to the deletion of one's own account. Admins give their role back first. */
export function DeleteRow({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Row
      icon={<UserX />}
      title={<h3>Delete my account</h3>}
      action={
        !user.isAdmin && (
          <Button
            look="quietDanger"
            aria-label="Delete my account"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            Delete
          </Button>
        )
      }
    >
      {user.isAdmin
        ? "An admin cannot be deleted. Another admin must take the admin role from you first."
        : "Shut at once, and erased after 14 days. Until then, you can keep it."}
      {isOpen && <DeleteDialog user={user} onClose={() => setIsOpen(false)} />}
    </Row>
  );
}
