import type { User } from "@attestory/command-api/api-schema";
import { Lock, MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Card, Row } from "../../parts/card.tsx";
import { SessionsDialog } from "../sign-in/sessions-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

/** Password and active sessions, one row each. */
export function SecurityCard({ user }: { user: User }) {
  const [open, setOpen] = useState<"password" | "sessions" | null>(null);
  const close = () => setOpen(null);
  return (
    <Card>
      <Row
        icon={<Lock />}
        title={<h3>Password</h3>}
        action={
          <Button aria-haspopup="dialog" onClick={() => setOpen("password")}>
            Change
          </Button>
        }
      >
        Changing it signs out every other device.
      </Row>
      <Row
        icon={<MonitorSmartphone />}
        title={<h3>Active Sessions</h3>}
        action={
          <Button aria-haspopup="dialog" onClick={() => setOpen("sessions")}>
            Manage
          </Button>
        }
      >
        Every device that is signed in to your account.
      </Row>
      {open === "password" && <PasswordDialog user={user} onClose={close} />}
      {open === "sessions" && <SessionsDialog onClose={close} />}
    </Card>
  );
}
