import type { User } from "@attestory/http/routing/answers.ts";
import { Lock, MonitorSmartphone, ShieldAlert, Usb } from "lucide-react";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Card, Row } from "../../parts/card.tsx";
import { KeysDialog } from "../hardware-keys/keys-dialog.tsx";
import { RecoveryCodesRow } from "../second-factors/recovery-codes-row.tsx";
import { TwoFactorRow } from "../second-factors/two-factor-row.tsx";
import { SessionsDialog } from "../sign-in/sessions-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { SecureDialog } from "./secure-dialog.tsx";
import { useWaysIn } from "./use-ways-in.ts";

/** Two-factor authentication, recovery codes, password, sessions, hardware keys and what ends them all, one row each. */
export function SecurityCard({ user }: { user: User }) {
  const [open, setOpen] = useState<"password" | "sessions" | "keys" | "secure" | null>(null);
  const { hasPassword, hasKey, reread } = useWaysIn();
  const close = () => {
    setOpen(null);
    // A dialog may have changed what signs in.
    reread();
  };
  return (
    <Card>
      <TwoFactorRow user={user} />
      {/* Turning two-factor authentication off may end the codes: read again. */}
      <RecoveryCodesRow key={String(user.twoFactorEnabled)} user={user} />
      <Row
        icon={<Lock />}
        title={<h3>Password</h3>}
        action={
          <Button aria-haspopup="dialog" onClick={() => setOpen("password")}>
            {hasPassword ? "Change" : "Set"}
          </Button>
        }
      >
        {aboutPassword(hasPassword, hasKey === true)}
      </Row>
      <Row
        icon={<MonitorSmartphone />}
        title={<h3>Active Sessions</h3>}
        action={
          <Button aria-haspopup="dialog" aria-label="Manage active sessions" onClick={() => setOpen("sessions")}>
            Manage
          </Button>
        }
      >
        Every device that is signed in to your account.
      </Row>
      <Row
        icon={<Usb />}
        title={<h3>Passkeys and hardware keys</h3>}
        action={
          <Button aria-haspopup="dialog" aria-label="Manage hardware keys" onClick={() => setOpen("keys")}>
            Manage
          </Button>
        }
      >
        Sign in with a passkey, or confirm your password with a key.
      </Row>
      <Row
        icon={<ShieldAlert />}
        title={<h3>Secure this account</h3>}
        action={
          <Button look="quietDanger" aria-haspopup="dialog" onClick={() => setOpen("secure")}>
            Secure
          </Button>
        }
      >
        If someone else was in it: end everything that signs in, or what you choose.
      </Row>
      {open === "secure" && <SecureDialog user={null} onClose={close} onDone={() => setOpen(null)} />}
      {open === "password" && (
        <PasswordDialog user={user} hasPassword={hasPassword} hasKey={hasKey === true} onClose={close} />
      )}
      {open === "sessions" && <SessionsDialog onClose={close} />}
      {open === "keys" && <KeysDialog user={user} hasPassword={hasPassword} onClose={close} />}
    </Card>
  );
}

function aboutPassword(hasPassword: boolean, hasKey: boolean): string {
  if (hasPassword) return "Changing it signs out every other device.";
  return `Your account has none${hasKey ? ": a passkey signs you in" : ""}. Setting one signs out every other device.`;
}
