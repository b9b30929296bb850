import type { User } from "@attestory/http/routing/answers.ts";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { Badge } from "../../parts/badge.tsx";
import { Row } from "../../parts/card.tsx";
import { Switch } from "../../parts/switch.tsx";
import { DisableTwoFactor } from "./disable-two-factor.tsx";

/** Whether sign-ins ask for a code of the authenticator app. */
export function TwoFactorRow({ user: { twoFactorEnabled } }: { user: User }) {
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Row
        icon={<ShieldCheck />}
        title={<h3>Two-factor authentication</h3>}
        badge={twoFactorEnabled ? <Badge look="success">Enabled</Badge> : <Badge>Disabled</Badge>}
        action={
          <Switch
            label="Two-factor authentication"
            isOn={twoFactorEnabled}
            onChange={() => (twoFactorEnabled ? setIsAsking(true) : navigate("/setup-2fa"))}
          />
        }
      >
        {twoFactorEnabled
          ? "A code from your authenticator app each time you sign in."
          : "Add a second step to signing in. It takes two minutes."}
      </Row>
      {isAsking && <DisableTwoFactor onClose={() => setIsAsking(false)} />}
    </>
  );
}
