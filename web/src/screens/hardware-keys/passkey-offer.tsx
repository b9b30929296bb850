import type { User } from "@attestory/http/routing/answers.ts";
import { Fingerprint } from "lucide-react";
import { useEffect, useState } from "react";
import { browserStorage } from "../../browser-storage.ts";
import { Button } from "../../parts/button.tsx";
import { Card, Row } from "../../parts/card.tsx";
import { canMakePasskeys } from "../../webauthn.ts";
import { CodesDialog } from "../second-factors/codes-dialog.tsx";
import { useRegistration } from "./use-registration.ts";

const key = "passkey-offered";

type PasskeyOfferProps = { user: User; onAdded: () => void };

/** Offered once in each browser that can make passkeys, to a user who has none. It is no dialog, and asks nothing. */
export function PasskeyOffer({ user, onAdded }: PasskeyOfferProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (browserStorage.getItem(key) !== null) return;
    void canMakePasskeys().then(setOpen, () => undefined);
  }, []);
  const close = (isAdded: boolean) => {
    browserStorage.setItem(key, "1");
    setOpen(false);
    if (isAdded) onAdded();
  };
  return isOpen && <Offer user={user} onClose={close} />;
}

function Offer({ user, onClose }: { user: User; onClose: (isAdded: boolean) => void }) {
  const { busy, add, added, codes, forgetCodes } = useRegistration(async () => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once, when the codes of the new key are saved
  useEffect(() => {
    if (added !== null && codes === null) onClose(true);
  }, [added, codes]);
  if (codes) {
    const title = "Your passkey is your second factor now";
    return <CodesDialog title={title} codes={codes} email={user.email} onClose={forgetCodes} />;
  }
  return (
    <div className="mb-6">
      <Card>
        <Row icon={<Fingerprint />} title={<h2>Sign in without your password</h2>}>
          <p>This device can keep a passkey: your finger, your face or its PIN then signs you in.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="small" look="primary" busy={busy} onClick={add}>
              {busy ? "Follow your browser..." : "Create a passkey"}
            </Button>
            <Button size="small" look="ghost" onClick={() => onClose(false)}>
              Not now
            </Button>
          </div>
        </Row>
      </Card>
    </div>
  );
}
