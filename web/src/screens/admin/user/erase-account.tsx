import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Row } from "../../../parts/card.tsx";
import { useSession } from "../../../session.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

/** Erases the account of someone who is no admin. */
export function EraseAccount({ user }: { user: AdminUser }) {
  const [isOpen, setIsOpen] = useState(false);
  const { session } = useSession();
  const isOwn = session.state === "signed-in" && session.user.id === user.id;
  const whyNot = isOwn ? "You cannot erase the account that you are signed in with." : aboutAdmin(user);
  return (
    <Row
      title="Erase this account"
      action={
        whyNot === null && (
          <Button
            size="small"
            look="quietDanger"
            aria-label="Erase this account"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            Erase
          </Button>
        )
      }
    >
      {whyNot ?? "Its data is erased for good, at once. Nothing brings it back."}
      {isOpen && <EraseDialog user={user} onClose={() => setIsOpen(false)} />}
    </Row>
  );
}

const aboutAdmin = ({ isAdmin }: AdminUser) =>
  isAdmin ? "An admin cannot be erased. Take the admin role from this account first." : null;
